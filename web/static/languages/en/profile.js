// The texts of the profile in English.

export const texts = {
  profileTitle: "Your profile",
  profileHint: "It is kept in this browser only. There is no account, and nobody else sees it.",
  profileLost: "This browser keeps nothing for this page. Export the profile before you close the tab.",
  profileEmpty: "No table has come to its end here yet.",
  profileTables: "Tables played",
  profileWins: "Tables won",
  profileStreak: "Wins in a row",
  profileBestStreak: "Longest row of wins",
  profileSlam: "Fastest move out of turn ({game})",
  profileSeconds: "{seconds} s",
  profileByGame: "By game",
  profileGame: "Game",
  profilePlayed: "Played",
  profileWon: "Won",
  profileCounts:
    "A table counts when this browser has shown its end, but not if several people play at it here.",
  profileExport: "Export as a file",
  profileImport: "Import a file",
  profileImported: "{count|1 table was added.|{count} tables were added.}",
  profileNotRead: "This file is no profile: nothing was changed.",
  profileDelete: "Delete everything",
  profileDeleteSure: "Delete the whole profile from this browser?",
  profileDeleted: "The profile was deleted.",
};
