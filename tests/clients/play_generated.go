// Play a table with the client that OpenAPI Generator makes in Go: `play ADDRESS`.
//
// Print the session, the number of moves and the winners as JSON. tests/clients/generated.py compiles it.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"

	croupier "github.com/GIT_USER_ID/GIT_REPO_ID"
)

const seats = 3

type table struct {
	client  *croupier.APIClient
	session string
	// What each seat authenticates with.
	players []context.Context
}

func main() {
	configuration := croupier.NewConfiguration()
	configuration.Servers = croupier.ServerConfigurations{{URL: os.Args[1]}}
	table := open(croupier.NewAPIClient(configuration))
	table.try("no move")
	session, moves := table.play()
	if session.Status != "FINISHED" {
		log.Fatalf("The session is %s.", session.Status)
	}
	told, err := json.Marshal(map[string]any{
		"session": session.Id, "moves": moves, "winners": session.Outcome.Get().Winners,
	})
	check(err)
	fmt.Println(string(told))
}

// open makes a session and takes its seats.
func open(client *croupier.APIClient) table {
	none := context.Background()
	made, _, err := client.SessionsAPI.CreateSession(none).CreateSession(*croupier.NewCreateSession("zar", seats)).Execute()
	check(err)
	opened := table{client: client, session: made.Session.Id}
	for range seats {
		join := *croupier.NewJoinSession()
		joined, _, err := client.SeatsAPI.JoinSession(none, opened.session).JoinSession(join).Execute()
		check(err)
		opened.players = append(opened.players, context.WithValue(none, croupier.ContextAccessToken, joined.SeatToken))
	}
	return opened
}

// try sends a move that is refused, and checks that the client can read the problem.
func (t table) try(move string) {
	_, answer, err := t.client.TableAPI.ApplyMove(t.players[0], t.session).IfMatch("*").MoveInput(*croupier.NewMoveInput(move)).Execute()
	var refusal *croupier.GenericOpenAPIError
	if !errors.As(err, &refusal) || answer.StatusCode != http.StatusUnprocessableEntity || refusal.Model() == nil {
		log.Fatalf("%q is not refused as it should be: %v", move, err)
	}
}

// play makes moves until the end, and returns the session and the number of moves.
func (t table) play() (croupier.Session, int) {
	session, _, err := t.client.SessionsAPI.ReadSession(t.players[0], t.session).Execute()
	check(err)
	moves := 0
	for session.Status == "ACTIVE" {
		player := t.players[session.View.Get().Turn[0]]
		legal, _, err := t.client.TableAPI.ListLegalMoves(player, t.session).Execute()
		check(err)
		move := *croupier.NewMoveInput(legal.Moves[moves%len(legal.Moves)].Notation)
		version := fmt.Sprintf("\"%d\"", legal.Version)
		applied, _, err := t.client.TableAPI.ApplyMove(player, t.session).IfMatch(version).MoveInput(move).Execute()
		check(err)
		session = &applied.Session
		moves++
	}
	return *session, moves
}

func check(err error) {
	var refusal *croupier.GenericOpenAPIError
	if errors.As(err, &refusal) {
		log.Fatalf("%v: %s", err, refusal.Body())
	}
	if err != nil {
		log.Fatal(err)
	}
}
