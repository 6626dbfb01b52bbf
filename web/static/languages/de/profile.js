// The texts of the profile in German.

export const texts = {
  profileTitle: "Dein Profil",
  profileHint: "Es bleibt in diesem Browser. Es gibt kein Konto, und niemand sonst sieht es.",
  profileLost:
    "Dieser Browser speichert nichts für diese Seite. Exportiere das Profil, bevor du den Tab schließt.",
  profileEmpty: "Hier ist noch kein Tisch zu Ende gespielt.",
  profileTables: "Gespielte Tische",
  profileWins: "Gewonnene Tische",
  profileStreak: "Siege in Folge",
  profileBestStreak: "Längste Siegesserie",
  profileSlam: "Schnellster Zug außer der Reihe ({game})",
  profileSeconds: "{seconds} s",
  profileByGame: "Nach Spielen",
  profileGame: "Spiel",
  profilePlayed: "Gespielt",
  profileWon: "Gewonnen",
  profileCounts:
    "Ein Tisch zählt, wenn dieser Browser sein Ende gezeigt hat, aber nicht, wenn hier mehrere daran spielen.",
  profileExport: "Als Datei exportieren",
  profileImport: "Datei importieren",
  profileImported: "{count|1 Tisch kam dazu.|{count} Tische kamen dazu.}",
  profileNotRead: "Diese Datei ist kein Profil: Nichts wurde geändert.",
  profileDelete: "Alles löschen",
  profileDeleteSure: "Das ganze Profil aus diesem Browser löschen?",
  profileDeleted: "Das Profil ist gelöscht.",
};
