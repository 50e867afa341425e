# Die Seite des Spielers.

player-my-match = Mein Match
player-me = Ich
player-no-events = Sie sind zu keinem Turnier angemeldet.
player-refused = Das war nicht möglich
player-stale = Die Seite war veraltet, und nichts wurde ausgeführt. Sie zeigt jetzt den neuesten Stand.
player-no-link = Dieser Link funktioniert nicht
player-no-link-why = Er wurde widerrufen oder durch einen neueren ersetzt, oder es fehlt ein Zeichen. Bitten Sie die Turnierleitung um einen neuen.

player-against = gegen { $name }
player-bye = Sie haben ein Freilos: Sie gewinnen diese Runde, ohne zu spielen.
player-loss = Diese Runde zählt als Niederlage: Sie haben keinen Gegner.
player-seat = Das ist Ihr Platz.
player-both-lost = Sie haben beide verloren
player-all-lost = Alle haben verloren
player-pod-won = Sie haben gewonnen
player-pod-lost = Sie haben verloren
player-pod-drew = Sie haben unentschieden gespielt
player-other-won = { $name } hat gewonnen
player-outcome = { $kind ->
    [won] Sie haben { $score } gewonnen
    [lost] Sie haben { $score } verloren
   *[drew] Sie haben { $score } unentschieden gespielt
}
player-clock-left = { $minutes ->
    [0] Die Zeit ist abgelaufen
    [one] Noch { $minutes } Minute
   *[other] Noch { $minutes } Minuten
}
player-clock-ends = bis { $time } Uhr
player-result-confirmed = Dieses Ergebnis ist bestätigt.
player-result-contested = Dieses Ergebnis ist angefochten. Ein Judge kommt an Ihren Tisch.
player-result-yours = Das haben Sie gemeldet. Ihr Gegner kann es bestätigen.
player-result-yours-side = Das hat Ihre Seite gemeldet. Ihre Gegner können es bestätigen.
player-result-theirs = Das hat Ihr Gegner gemeldet. Stimmt es?
player-result-yours-pod = Das haben Sie gemeldet. Ein anderer Spieler Ihres Tisches kann es bestätigen.
player-result-theirs-pod = Das hat ein anderer Spieler Ihres Tisches gemeldet. Stimmt es?
player-result-staffs = Das hat die Turnierleitung eingetragen. Stimmt es?
player-report = Ergebnis melden
player-report-again = Anderes Ergebnis melden
player-own-score = Ihre Punkte
player-score-of = Punkte von { $name }
player-places-hint = 1 ist der beste Platz. Spieler mit geteiltem Platz erhalten dieselbe Zahl.
player-own-place = Ihr Platz
player-place-of = Platz von { $name }
player-do-confirm = Ja, bestätigen
player-do-contest = Nein, anfechten
player-called = Ein Judge wurde gerufen.

player-next-round = Die nächste Runde ist noch nicht veröffentlicht. Ihr Tisch erscheint dann hier.
player-not-begun = Sie sind angemeldet. Das Turnier hat noch nicht begonnen. Ihr Tisch erscheint dann hier.
player-over = Das Turnier ist beendet.
player-event-canceled = Das Turnier ist abgesagt.
player-has-left = Sie sind ausgestiegen.
player-canceled = Ihre Anmeldung ist storniert. Wenn das ein Fehler ist, fragen Sie die Turnierleitung.
player-declined = Der Veranstalter hat Ihre Anmeldung nicht angenommen. Wenn Sie Fragen haben, wenden Sie sich an die Turnierleitung.
player-on-waitlist = Sie stehen auf der Warteliste an Stelle { $position }.
player-in-waiting-room = Sie sind noch nicht angemeldet: Der Veranstalter muss Ihre Anmeldung bestätigen. Bis dahin ist ein Platz für Sie reserviert.
player-offer = Ein Platz ist für Sie frei
player-offer-until = Für Sie freigehalten bis
player-offer-then = Danach wird er der nächsten Person auf der Warteliste angeboten.
player-do-accept = Platz annehmen
player-do-decline = Platz ablehnen …
player-do-decline-now = Ja, Platz ablehnen
player-decline-why = Der Platz geht an die nächste Person auf der Warteliste, und Ihre Anmeldung wird storniert.
player-eliminated = Sie haben das Playoff nicht erreicht.
player-out = Sie sind aus dem Playoff ausgeschieden.
player-lost-once = Sie haben einmal verloren und spielen im Loser-Bracket weiter. Ihr nächster Tisch erscheint dann hier.
player-pool-done = Ihre Gruppe hat alle ihre Runden gespielt.
player-no-pool = Sie sind in keiner Gruppe und haben in diesen Runden kein Match. Fragen Sie das Team.

player-record = Bilanz { $record } (Siege, Niederlagen, Unentschieden)
player-place = Platz { $place }
player-checked-in = eingecheckt
player-earlier = Ihre Runden

player-list = Deckliste
player-list-on-paper = Ihre Deckliste liegt auf Papier vor.
player-list-received = Fassung { $number } Ihrer Liste ist eingegangen:
player-list-missing = Sie haben noch keine Deckliste abgegeben.
player-list-deadline = Decklisten werden angenommen bis
player-list-closed = Die Liste lässt sich nicht mehr ändern. Die Turnierleitung kann sie entsperren.
player-list-picture = Bild Ihrer Liste zeigen
player-list-text = Karten, eine pro Zeile, zum Beispiel „4 Island“
player-list-empty = Die Liste enthält keine Karten. Fügen Sie sie ein, eine Karte pro Zeile.
player-list-no-cards = Es wurden keine Karten gefunden.
player-do-check-list = Liste prüfen
player-do-hand-in = Liste abgeben

player-leave = Aussteigen
player-leave-why = Sie werden nicht mehr gepaart. Ihre bisherigen Ergebnisse bleiben. Nur die Turnierleitung kann Sie zurückholen.
player-do-leave = Aussteigen …
player-do-drop = Ja, aussteigen
player-stay = Nein, bleiben

## Anmelden

player-sign-up = Zum Turnier anmelden
player-sign-up-shown = Ihr Name erscheint auf der öffentlichen Seite des Turniers.
player-sign-up-closed = Zu diesem Turnier kann sich im Moment niemand anmelden. Wenn Sie das für einen Fehler halten, fragen Sie die Turnierleitung.
player-closed-since = Die Anmeldung zu diesem Turnier endete: { $time }.
player-join-approval = Der Veranstalter bestätigt jede Anmeldung. Sie sehen es dann auf Ihrer Seite.
player-sign-up-event = Seite des Turniers
player-join-code = Beitrittscode
player-join-code-hint = Er steht auf dem Aushang, zum Beispiel 61-KXQF7M2P.
player-join-next = Weiter
player-join-needs-code = Dieses Turnier braucht seinen Beitrittscode. Er steht auf dem Aushang im Laden.
player-join-wrong = Dieser Code führt zu keinem Turnier. Vielleicht ist er vertippt, oder ein neuerer hat ihn ersetzt.
player-join-name = Ihr Name
player-join-email-hint = Sie bekommen den Link zu Ihrer Seite.
player-join-places = { $count ->
    [one] Ein Platz ist frei.
   *[other] { $count } Plätze sind frei.
}
player-join-in-line = Es ist kein Platz frei. Sie wären Nummer { $number } auf der Warteliste.
player-join-another = Eine weitere Person anmelden
player-join-forget = Das ist nicht mein Handy: meine Seite hier vergessen und die nächste Person anmelden
player-join-several = Diese Personen haben sich auf diesem Telefon angemeldet. Jede hat eine Seite.
player-join-same = { $name } ist schon angemeldet. Sind Sie das?
player-join-same-yes = Wenn ja: Öffnen Sie die Seite, die Sie bei der Anmeldung bekommen haben, oder fragen Sie die Turnierleitung.
player-join-same-no = Wenn Sie jemand anderes sind: Ergänzen Sie etwas, das Sie unterscheidet, etwa einen Anfangsbuchstaben.
player-join-too-many = Es melden sich sehr viele Leute an. Versuchen Sie es in { $minutes } min noch einmal.
player-join-mailbox = Diese Adresse hat heute schon mehrere dieser E-Mails bekommen. Lassen Sie sie weg: Ihre Seite funktioniert auch ohne.
player-kept = Behalten Sie diese Seite: Sie ist Ihr Schlüssel
player-kept-why = Hier sehen Sie Ihren Tisch und melden Ergebnisse, ohne Konto. Dieses Telefon findet die Seite wieder, wenn Sie den Aushang scannen. Für ein anderes Telefon scannen Sie dort diesen Code; zeigen Sie ihn anderen nicht.

## Benachrichtigungen

player-notifications = Benachrichtigungen
player-notifications-sign-in = Sie haben ein Konto. Loggen Sie sich ein, um auszuwählen, worüber Sie benachrichtigt werden.
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
player-kind-offer = Ein freier Platz, wenn Sie warten
player-kind-event-changed = Verlegte oder abgesagte Turniere
player-kind-message = Nachrichten der Turnierleitung
player-kind-digest = Neue Anmeldungen als Übersicht
player-mail-to = E-Mails gehen an { $address }.
player-mail-to-account = E-Mails gehen an die Adresse Ihres Kontos.
player-mail-no-address = Es ist keine E-Mail-Adresse bekannt, deshalb bekommen Sie keine E-Mails.
player-mail-off = Dieser Server verschickt keine E-Mails.
player-unsubscribe = Diese E-Mails abbestellen
player-unsubscribe-why = Sie bekommen keine E-Mails mehr zu: { $kind }
player-unsubscribe-address = Diese Adresse bekommt keine E-Mails über Anmeldungen mehr. Sie wird aus dieser Anmeldung gelöscht.
player-unsubscribed = Sie bekommen diese E-Mails nicht mehr
player-unsubscribed-why = Abbestellt: { $kind }. Auf Ihrer Seite „Benachrichtigungen“ können Sie das wieder einschalten.
player-unsubscribed-address = Diese Adresse bekommt keine E-Mails über Anmeldungen mehr.
player-unsubscribe-unknown = Im Link fehlt ein Zeichen, oder er ist nicht von diesem Server. Auf Ihrer Seite „Benachrichtigungen“ können Sie Ihre E-Mails auswählen.

player-claim = Ergebnisse für Ihr Konto
player-claim-lead = Sind Sie { $name }? Dann nehmen Sie die Ergebnisse in Ihr Konto. Zuerst werden die Veranstalter gefragt, außer Sie haben die E-Mail-Adresse bestätigt, die hier angegeben wurde.
player-claim-do = Das sind meine Ergebnisse
player-claim-waits = Die Veranstalter werden gefragt, ob diese Ergebnisse Ihre sind.
player-claim-sign-in = Ein Konto bewahrt diese Ergebnisse für Sie auf. Wenn Sie eingeloggt sind, öffnet sich diese Seite wieder, und Sie übernehmen sie in das Konto.
player-claim-create = Konto anlegen, um diese Ergebnisse zu behalten
player-claims = Ergebnisse aus der Zeit vor Ihrem Konto
player-claims-found = Es gibt Ergebnisse mit Ihrer E-Mail-Adresse. Sind es Ihre?
player-claims-none = Es gibt keine weiteren Ergebnisse mit Ihrer bestätigten E-Mail-Adresse. Wenn Sie einen privaten Link haben, öffnen Sie ihn, während Sie angemeldet sind.
player-claims-of = { $store }, { $count ->
    [one] ein Turnier
   *[other] { $count } Turniere
}
player-claims-not-mine = Nicht meine

## Teams, and groups of friends

player-to-team = Zum Team
player-team-of = Team { $team }
player-team-none = Sie haben noch kein Team.
player-team-why = Gründen Sie ein Team und teilen Sie seinen Link, oder öffnen Sie den Link eines Teams. Nur Teams, deren Plätze alle besetzt sind, spielen mit.
player-team-open = { $free ->
    [one] Ein Platz ist frei. Das Team spielt nur mit, wenn alle Plätze besetzt sind.
   *[other] { $free } Plätze sind frei. Das Team spielt nur mit, wenn alle Plätze besetzt sind.
}
player-team-complete = Das Team ist vollständig.
player-team-unconfirmed = Alle Plätze im Team sind besetzt, aber noch nicht alle Mitglieder haben einen Platz im Turnier.
player-team-captain = Kapitän
player-team-name = Name des Teams
player-team-name-hint = Sie gründen das Team und bekommen einen Link für die anderen. Lassen Sie das Feld leer, wenn Sie noch kein Team haben.
player-do-found = Team gründen
player-team-link = Link für die anderen
player-team-link-why = Wer diesen Link öffnet oder den Code scannt, kann zu Ihnen kommen.
player-do-renew-link = Neuen Link machen; der alte gilt dann nicht mehr
player-do-rename = Team umbenennen
player-do-remove = Herausnehmen
player-do-make-captain = Zum Kapitän machen
player-do-seat-up = Einen Platz nach oben
player-do-leave-team = Team verlassen
player-team-fixed = Teams können nicht mehr geändert werden. Die Turnierleitung kann helfen.
player-agents = Spieler ohne Team
player-do-invite = Einladen
player-invited = Eingeladen
player-team-invites = Das Team { $team } lädt Sie ein.
player-do-join-team = Dem Team beitreten
player-do-decline-team = Ablehnen
player-team-asked = Möchten Sie dem Team { $team } beitreten?
player-group = Mit Freunden kommen
player-to-group = Zur Gruppe
player-group-members = Ihre Gruppe
player-group-why = Spieler einer Gruppe bekommen von der Warteliste zusammen Plätze. Die Gruppe wartet an der Stelle des Mitglieds, das zuletzt kam.
player-group-asked = Möchten Sie zu dieser Gruppe gehören?
player-do-begin-group = Link für Freunde machen
player-do-join-group = Zur Gruppe gehören
player-do-leave-group = Gruppe verlassen
player-join-team = Sie treten dem Team { $team } bei.
player-join-group = Sie kommen zu einer Gruppe von Freunden.
player-queue = Die Warteschlange
player-queue-waits = Sie sind Nummer { $position } in der Schlange. { $size } Personen beginnen ein Turnier.
player-queue-standby = Sie halten sich bereit: Sie werden nur aufgerufen, wenn die anderen nicht ausreichen. Position: { $position }
player-queue-called = Ihr Tisch ist bereit. Kommen Sie jetzt.
player-queue-here = Sie sind dabei. Das Turnier beginnt, wenn { $size } Personen da sind.
player-queue-declined = Sie stehen nicht in der Schlange.
player-queue-timed-out = Sie haben den Aufruf nicht rechtzeitig beantwortet und stehen nicht mehr in der Schlange.
player-queue-moved = Diese Warteschlange hat ein Turnier für Sie gemacht.
player-queue-plays = Sie spielen in { $event }. Die Warteschlange ruft Sie auf, wenn Sie dort fertig sind.
player-queue-called-elsewhere = Sie sind von { $event } aufgerufen.
player-queue-open = Mein Turnier öffnen
player-queue-group = Eine Warteschlange ruft eine Gruppe zusammen auf. Die Gruppe steht dort, wo ihr letztes Mitglied kam.
player-do-queue-come = Ich komme
player-do-queue-no = Nein
player-do-queue-standby = Bereithalten
player-do-queue-wait = Zurück in die Schlange
player-do-queue-leave = Schlange verlassen
player-do-queue-return = Wieder anstellen
