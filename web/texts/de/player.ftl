# Die Seite des Spielers.

player-my-match = Mein Match
player-me = Ich
player-own-events = Meine Turniere
player-past-events = Vergangene Turniere
player-no-events = Sie sind zu keinem Turnier angemeldet.
player-refused = Das war nicht möglich
player-stale = Die Seite war veraltet, und nichts wurde ausgeführt. Sie zeigt jetzt den neuesten Stand.
player-no-link = Dieser Link funktioniert nicht
player-no-link-why = Er wurde widerrufen oder durch einen neueren ersetzt, oder es fehlt ein Zeichen. Bitten Sie die Turnierleitung um einen neuen.

player-table = Tisch { $table }
player-against = gegen { $name }
player-bye = Sie haben ein Freilos: Sie gewinnen diese Runde, ohne zu spielen.
player-loss = Diese Runde zählt als Niederlage: Sie haben keinen Gegner.
player-seat = Das ist Ihr Platz.
player-both-lost = Sie haben beide verloren
player-outcome = { $kind ->
    [won] Sie haben { $score } gewonnen
    [lost] Sie haben { $score } verloren
   *[drew] Sie haben { $score } unentschieden gespielt
}
player-clock-left = { $minutes ->
    [0] Die Zeit ist abgelaufen.
    [one] Noch { $minutes } Minute.
   *[other] Noch { $minutes } Minuten.
}
player-clock-ends = bis { $time } Uhr
player-result-confirmed = Dieses Ergebnis ist bestätigt.
player-result-contested = Dieses Ergebnis ist angefochten. Ein Judge kommt an Ihren Tisch.
player-result-yours = Das haben Sie gemeldet. Ihr Gegner kann es bestätigen.
player-result-theirs = Das hat Ihr Gegner gemeldet. Stimmt es?
player-result-staffs = Das hat die Turnierleitung eingetragen. Stimmt es?
player-report = Ergebnis melden
player-report-again = Anderes Ergebnis melden
player-do-confirm = Ja, bestätigen
player-do-contest = Nein, anfechten
player-do-call = Judge rufen
player-called = Ein Judge wurde gerufen.

player-next-round = Die nächste Runde ist noch nicht veröffentlicht. Ihr Tisch erscheint dann hier.
player-not-begun = Das Turnier hat noch nicht begonnen. Ihr Tisch erscheint dann hier.
player-over = Das Turnier ist beendet.
player-event-canceled = Das Turnier ist abgesagt.
player-has-left = Sie sind ausgestiegen.
player-on-waitlist = Sie stehen auf der Warteliste.
player-eliminated = Sie haben das Playoff nicht erreicht.

player-record = Bilanz { $record } (Siege, Niederlagen, Unentschieden)
player-place = Platz { $place }
player-checked-in = eingecheckt
player-do-check-in = Einchecken
player-earlier = Ihre Runden

player-list = Deckliste
player-list-on-paper = Ihre Deckliste liegt auf Papier vor.
player-list-received = Fassung { $number } Ihrer Liste ist eingegangen:
player-list-missing = Sie haben noch keine Deckliste abgegeben.
player-list-deadline = Decklisten werden angenommen bis
player-list-closed = Die Liste lässt sich nicht mehr ändern. Die Turnierleitung kann sie entsperren.
player-list-picture = Bild Ihrer Liste zeigen
player-list-name = Name des Decks
player-list-text = Karten, eine pro Zeile, zum Beispiel „4 Island“
player-list-empty = Die Liste enthält keine Karten. Fügen Sie sie ein, eine Karte pro Zeile.
player-list-no-cards = Es wurden keine Karten gefunden.
player-list-unknown = { $count ->
    [one] { $count } Zeile wurde nicht verstanden
   *[other] { $count } Zeilen wurden nicht verstanden
}
player-list-line = Zeile { $number }:
player-board-maybeboard = Maybeboard
player-do-check-list = Liste prüfen
player-do-hand-in = Liste abgeben

player-leave = Aussteigen
player-leave-why = Sie werden nicht mehr gepaart. Ihre bisherigen Ergebnisse bleiben. Nur die Turnierleitung kann Sie zurückholen.
player-do-leave = Aussteigen …
player-do-drop = Ja, aussteigen
player-stay = Nein, bleiben

## Anmelden

player-sign-up = Zum Turnier anmelden
player-sign-up-waitlist = Es ist kein Platz frei: Sie kommen auf die Warteliste, und die Turnierleitung sagt Ihnen, wenn Sie nachrücken.
player-sign-up-shown = Ihr Name erscheint auf der öffentlichen Seite des Turniers.
player-sign-up-closed = Zu diesem Turnier kann sich im Moment niemand anmelden. Wenn Sie das für einen Fehler halten, fragen Sie die Turnierleitung.
player-sign-up-event = Seite des Turniers

## Benachrichtigungen

player-notifications = Benachrichtigungen
player-notifications-sign-in = Sie haben ein Konto. Melden Sie sich an, um auszuwählen, worüber Sie benachrichtigt werden.
player-do-phone = Auf diesem Handy benachrichtigen
player-phone = Dieses Handy
player-phone-why = Ihr Handy kann klingeln, wenn Ihr Tisch feststeht, ein Gegner ein Ergebnis meldet oder die Turnierleitung Ihnen schreibt. Ihr Browser fragt Sie einmal.
player-phone-needs-scripts = Dafür sind Skripte nötig, die in diesem Browser nicht laufen.
player-phone-off = Dieser Browser kann hier keine Benachrichtigungen zeigen: Er ist zu alt oder im privaten Modus, oder diese Adresse beginnt nicht mit https.
player-phone-install = Legen Sie diese Seite auf einem iPhone oder iPad zuerst auf den Home-Bildschirm: Tippen Sie auf „Teilen“, dann auf „Zum Home-Bildschirm“, und öffnen Sie sie dort.
player-phone-denied = Ihr Browser blockiert Benachrichtigungen dieser Seite. Sie können sie in seinen Einstellungen erlauben.
player-phone-failed = Die Benachrichtigungen ließen sich nicht einschalten. Versuchen Sie es in ein paar Minuten noch einmal.
player-phone-on = Dieses Handy wird benachrichtigt.
player-phones = Handys und Browser, die benachrichtigt werden
player-phone-remove = Entfernen
player-phone-remove-of = Entfernen: Handy { $number }
player-kinds = Worüber Sie benachrichtigt werden
player-kind-by-phone = Handy
player-kind-by-mail = E-Mail
player-kind-pairings = Ihr Tisch in einer neuen Runde
player-kind-reports = Ergebnisse, die Gegner melden oder anfechten
player-kind-judge = Rufe nach einem Judge
player-kind-clock = Ende der Rundenzeit
player-kind-list-missing = Eine fehlende Deckliste
player-kind-registration = Ihre Anmeldung
player-kind-event-changed = Verlegte oder abgesagte Turniere
player-kind-message = Nachrichten der Turnierleitung
player-kind-digest = Neue Anmeldungen als Übersicht
player-mail-to = E-Mails gehen an { $address }.
player-mail-to-account = E-Mails gehen an die Adresse Ihres Kontos.
player-mail-no-address = Es ist keine E-Mail-Adresse bekannt, deshalb bekommen Sie keine E-Mails.
player-mail-off = Dieser Server verschickt keine E-Mails.
player-unsubscribe = Diese E-Mails abbestellen
player-unsubscribe-why = Sie bekommen keine E-Mails mehr zu: { $kind }
player-do-unsubscribe = Diese E-Mails abbestellen
player-unsubscribed = Sie bekommen diese E-Mails nicht mehr
player-unsubscribed-why = Abbestellt: { $kind }. Auf Ihrer Seite „Benachrichtigungen“ können Sie das wieder einschalten.
player-unsubscribe-unknown = Im Link fehlt ein Zeichen, oder er ist nicht von diesem Server. Auf Ihrer Seite „Benachrichtigungen“ können Sie Ihre E-Mails auswählen.
