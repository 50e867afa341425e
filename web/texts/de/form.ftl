# Die Felder von Formularen und die Meldungen dazu.

form-error = Fehler:
form-optional = (optional)
form-actions = Aktionen
form-refused = Das wurde nicht gespeichert
form-choose = Wählen Sie eine dieser Möglichkeiten.
form-copy = Kopieren
form-copied = Kopiert.
form-selected = Markiert: Kopieren Sie es mit Strg+C oder ⌘C.
form-once = Das wird nur einmal gezeigt. Wenn es verloren geht, erstellen Sie es neu.
form-current-password = Ihr aktuelles Passwort
form-not-your-password = Das ist nicht Ihr Passwort.
form-too-many-attempts = Das waren zu viele Versuche. Warten Sie { $minutes ->
    [one] { $minutes } Minute
   *[other] { $minutes } Minuten
} und versuchen Sie es dann noch einmal.
form-plain-http = Diese Seite wurde ohne Verschlüsselung (HTTP) geöffnet. So können alle im Netz Ihr Passwort lesen, und Ihr Browser hält Sie nicht eingeloggt. { $login ->
    [none] Fragen Sie nach einer Adresse, die mit https:// beginnt: Wer den Server betreibt, kennt sie.
   *[other] Unter { $login } ist sie verschlüsselt.
} Der Betrieb ohne Verschlüsselung lässt sich auf dem Server auch erlauben, mit der Option --allow-plain-http.
form-picture-now = Aktuelles Bild
form-picture-file = Neues Bild
form-picture-save = Bild speichern
form-picture-remove = Bild entfernen
