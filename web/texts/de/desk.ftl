# Die Texte der Turnierleitung.

desk-tabs = Teile des Turniers
desk-tab-round = Runde
desk-tab-settings = Einstellungen
desk-refused = Das wurde nicht ausgeführt
desk-cancel = Abbrechen
desk-a-program = Ein Programm

## Alle Turniere

desk-no-events = Noch keine Turniere. Legen Sie das erste an: Name und Format genügen.
desk-find-event = Turnier suchen
desk-no-such-event = Kein Turnier mit diesem Namen.
desk-do-create = Turnier anlegen
desk-copy-of = { $event } kopieren

## Ein neues Turnier und Einstellungen

desk-new-event = Neues Turnier
desk-copied-event = Kopie von { $name }
desk-event-name = Name
desk-event-format = Format
desk-event-starts = Beginn
desk-event-rounds = Schweizer Runden
desk-event-rounds-hint = Leer lassen, um nach jeder Runde zu entscheiden.
desk-event-cut = Spieler im Playoff
desk-event-cut-hint = 0 für keines.
desk-event-capacity = Plätze
desk-event-capacity-hint = Weitere Spieler kommen auf die Warteliste. Leer lassen, wenn es keine Grenze gibt.
desk-event-team-size = Teamgröße
desk-event-team-size-hint = 1 für Einzelspieler.
desk-event-deadline = Abgabeschluss für Decklisten
desk-event-deadline-hint = In der Zeitzone des Turniers. Nur mit Abgabeschluss werden die Spieler um eine Liste gebeten.
desk-do-save = Speichern

## Was als Nächstes zu tun ist

desk-next-players = Melden Sie Spieler an: Mindestens zwei sind nötig.
desk-next-teams = Bilden Sie Teams: Mindestens zwei sind nötig.
desk-next-first-round = { $players ->
    [one] { $players } Spieler ist angemeldet.
   *[other] { $players } Spieler sind angemeldet. Wenn alle da sind, erstellen Sie die Paarungen der ersten Runde.
}
desk-next-later = Beginnt am { $day }. Bisher angemeldet: { $players }.
desk-next-publish = { $round }: Die Paarungen stehen. Nur die Turnierleitung sieht sie.
desk-next-planned = { $round } ist geplant und hat noch keine Paarungen.
desk-next-start = { $round }: Die Paarungen sind veröffentlicht. Starten Sie, wenn die Spieler sitzen.
desk-next-results = { $open ->
    [one] { $open } Tisch hat noch kein Ergebnis gemeldet.
   *[other] { $open } Tische haben noch kein Ergebnis gemeldet.
}
desk-next-complete = { $round }: Alle Ergebnisse liegen vor.
desk-next-third = { $round }: Nur das Spiel um Platz 3 hat noch kein Ergebnis. Es darf ohne bleiben.
desk-next-meeting = { $round }: Schließen Sie ab, wenn alle fertig sind.
desk-next-pair = Als Nächstes kommt Runde { $number }.
desk-next-pools = Gruppen: { $pools }, mit bis zu { $size }. Runden: { $rounds }.
desk-next-cut = Alle Schweizer Runden sind abgeschlossen. Die besten { $size } kommen weiter.
desk-next-cut-pools = Die Gruppen sind abgeschlossen. { $size } kommen weiter: zuerst die Besten jeder Gruppe, dann die Zweiten.
desk-next-playoff = Die nächste Playoff-Runde kann gepaart werden.
desk-next-finish = Alle Runden sind abgeschlossen.
desk-next-publish-lists = Das Turnier ist beendet. Veröffentlichen Sie die Decklisten, wenn alle sie sehen sollen.
desk-next-over = Das Turnier ist beendet.
desk-next-nothing = Das Turnier ist beendet, und seine Decklisten sind veröffentlicht.
desk-do-describe = Turnierseite bearbeiten
desk-do-results = Ergebnisse eintragen
desk-do-pair = Runde { $number } paaren
desk-do-publish = Paarungen veröffentlichen
desk-do-publish-start = Paarungen veröffentlichen und { $round } starten
desk-do-seat = Plätze vergeben: { $round }
desk-do-start = { $round } starten
desk-do-complete = { $round } abschließen
desk-do-complete-pair = { $round } abschließen und nächste Runde paaren
desk-do-cut = Cut auf die besten { $size }
desk-do-playoff = Playoff paaren
desk-do-finish = Turnier beenden
desk-do-publish-lists = Decklisten veröffentlichen

## Was getan wurde

desk-done-round-completed = { $title } abgeschlossen.
desk-done-round-added = { $title } gepaart.
desk-done-pairings-discarded = { $title } neu gepaart.
desk-done-pairings-published = { $title }: Paarungen veröffentlicht.
desk-done-round-started = { $title } gestartet.
desk-done-round-removed = Runde entfernt.
desk-done-player-registered = { $player }: { $status }.
desk-done-registration-status-changed = { $player }: { $status }.
desk-done-player-dropped = { $player } ist ausgestiegen.
desk-done-lifecycle-changed = Das Turnier ist jetzt: { $status }.
desk-done-details-changed = { $known ->
    [yes] Gespeichert: { $fields }.
   *[no] Gespeichert.
}
desk-done-organizing-changed = { $known ->
    [yes] Gespeichert: { $fields }.
   *[no] Gespeichert.
}
desk-done-result-reported = Tisch { $table }: { $result } ist gespeichert. { $players }
desk-done-result-corrected = Tisch { $table }: { $result } ist gespeichert. { $players }
desk-done-several = { $count } Änderungen sind gespeichert.
desk-do-undo = Rückgängig
desk-do-undo-what = Rückgängig: { $what }

## Spieler

desk-player-name = Name eines Spielers
desk-do-add = Anmelden
desk-players-no-name = Geben Sie einen Namen ein.
desk-players-no-award = { $name } ist angemeldet, aber die Freilose oder Niederlagen wurden nicht vergeben. { $why }
desk-players-count = { $count ->
    [one] { $count } Spieler
   *[other] { $count } Spieler
}
desk-players-others = { $count } nicht dabei
desk-players-none = Geben Sie einen Namen ein und drücken Sie die Eingabetaste, um den ersten Spieler anzumelden.
desk-name = Name
desk-status = Status
desk-record = Bilanz
desk-checked-in = Eingecheckt
desk-handed-in = Abgegeben
desk-do-check-in = Einchecken
desk-do-drop = Aussteigen lassen
desk-do-disqualify = Disqualifizieren
desk-do-return = Wieder aufnehmen
desk-byes = Freilose
desk-byes-hint = Nummern der Runden, zum Beispiel 1, 2.
desk-seat = Fester Tisch
desk-seat-hint = Der Tisch, an dem dieser Spieler immer sitzt. Optional.
desk-paper-list = Gibt die Deckliste auf Papier ab
desk-notes = Notizen
desk-notes-hint = Nur die Turnierleitung sieht das.
desk-to-players = Alle Spieler
desk-registered = Angemeldet
desk-registering = Anmeldung nicht abgeschlossen
desk-offered = Platz angeboten bis { $time }

## Runden und Ergebnisse

desk-rounds = Runden
desk-no-round = Es ist noch keine Runde gepaart.
desk-round-moved-on = Jemand anders war schneller, deshalb ist nichts geschehen. Die Seite zeigt den aktuellen Stand.
desk-unpublished = Nicht veröffentlicht
desk-table = Tisch
desk-table-number = Tisch { $table }
desk-players = Spieler
desk-against = gegen
desk-result = Ergebnis
desk-reported-by = Eingetragen von
desk-bye = Freilos
desk-assigned-loss = Niederlage
desk-unreported = Nicht gemeldet
desk-entry-hint = Tisch, dann gewonnene Spiele: 12 2 1 oder 1221. Eine dritte Zahl steht für unentschiedene Spiele. 12 x: Beide verlieren.
desk-entry-hint-pod = Tisch, dann der Sitz des Siegers: 12 3 oder 123. 12 d: Unentschieden aller. 12 d 1 3: Unentschieden der Sitze 1 und 3. 12 x: Alle verlieren. Platzierung je Sitz: 12 1-3-2-4.
desk-entry-hint-places = Tisch, dann die Platzierung jedes Sitzes: 12 1-3-2-4. Geteilte Plätze haben dieselbe Zahl: 12 1-2-2-2. 12 d: Unentschieden aller. 12 x: Alle verlieren.
desk-entry-hint-scores = Tisch, dann die Punkte beider Spieler: 12 150-90. 12 x: Beide verlieren.
desk-do-enter = Eintragen
desk-entered = Tisch { $table }:
desk-do-correct = Korrigieren
desk-open-tables = { $count ->
    [one] { $count } Tisch spielt noch
   *[other] { $count } Tische spielen noch
}
desk-do-swap = Zwei Spieler tauschen
desk-do-pair-again = Neu paaren
desk-do-remove-round = Runde entfernen
desk-do-reopen = Runde wieder öffnen
desk-complete-early = Wenn Sie die Runde jetzt abschließen, zählen fehlende Ergebnisse als Unentschieden.
desk-do-complete-draws = Abschließen, fehlende Ergebnisse als Unentschieden
desk-contested-count = { $count ->
    [one] { $count } Ergebnis ist angefochten
   *[other] { $count } Ergebnisse sind angefochten
}
desk-contested = angefochten
desk-contested-why = Ein Spieler hält dieses Ergebnis für falsch. Fragen Sie die Spieler am Tisch und geben Sie dann das richtige Ergebnis ein.
desk-complete-contested = Die Runde trotzdem abschließen? Angefochtene Ergebnisse zählen dann, wie sie gemeldet wurden.
desk-complete-missing = Fehlende Ergebnisse zählen als Unentschieden. Haken Sie die Tische an, an denen alle verlieren, etwa weil niemand kam.
desk-both-left = Alle Spieler von Tisch { $table } haben das Turnier verlassen.
desk-both-lose = Beide verlieren
desk-all-lose = Alle verlieren
desk-pod-seat = Sitz { $seat }
desk-pod-draw = Unentschieden
desk-pod-draw-of = Unentschieden: Sitze { $seats }
desk-choice-pod = Sitz { $seat }: { $player } gewinnt
desk-choice-won = { $player } { $score }
desk-choice-drawn = Unentschieden { $score }
desk-do-complete-contested = Ja, Runde abschließen
desk-to-round = Zurück zur Runde
desk-result-unreadable = Das ist kein Ergebnis. Geben Sie die Nummer des Tisches ein und dann die Spiele beider Spieler: 12 2 1.
desk-result-no-table = An Tisch { $table } wird in dieser Runde kein Match gespielt.
desk-result-other-table = Diese Seite gehört zu einem anderen Tisch als { $table }. Geben Sie jenes Ergebnis auf der Seite der Runde ein.
desk-result-now = Ergebnis: { $result }
desk-by = eingetragen von { $by }
desk-result-conflict = { $by } hat { $result } an Tisch { $table } eingetragen. Ist das falsch?
desk-do-replace = Durch { $entry } ersetzen
desk-do-keep = Beibehalten
desk-corrected = Das Ergebnis ist korrigiert.
desk-effect-standings = Die Tabelle hat sich nach diesen Runden geändert: { $rounds }.
desk-effect-paired = Diese Runden wurden mit dem alten Ergebnis gepaart und haben begonnen: { $rounds }. Sie bleiben, wie sie sind.
desk-effect-pair-again = Die nächste Runde wurde mit dem alten Ergebnis gepaart und hat noch nicht begonnen.
desk-effect-to-pair = Diese Runden müssen neu gepaart werden: { $rounds }.
desk-effect-cut = Der Cut sähe jetzt anders aus. Machen Sie ihn noch einmal, falls die nächste Runde noch nicht begonnen hat.
desk-swap-title = { $round }: zwei Spieler tauschen
desk-swap-one = Dieser Spieler
desk-swap-other = tauscht mit
desk-swap-seat = Tisch { $table }: { $name }
desk-swap-two = Wählen Sie zwei verschiedene Spieler.
desk-swap-changed = Das Turnier hat sich inzwischen geändert. Prüfen Sie die Paarungen und wählen Sie noch einmal.

## Tabelle

desk-no-standings = Die Tabelle erscheint nach der ersten Runde.
desk-recompute = Tabelle nach anderen Regeln
desk-recompute-hint = Dieselben Ergebnisse, geordnet wie nach { $rules }. Es wird nichts geändert.
desk-recompute-real = Echter Platz
desk-do-recompute = Anzeigen
desk-standings-after = Tabelle nach { $round }
desk-rank = Platz
desk-points = Punkte

## Decklisten

desk-lists-count = { $handed } von { $all } Decklisten abgegeben
desk-do-lock = Alle sperren
desk-do-unlock = Alle entsperren
desk-lock = Änderungen
desk-locked = Gesperrt
desk-unlocked = Erlaubt
desk-by-deadline = Bis zum Abgabeschluss
desk-by-start = Bis zum Beginn
desk-closed-by-start = Seit dem Beginn geschlossen
desk-on-paper = Auf Papier
desk-missing = Fehlt

desk-picture-of = Bild von { $event }
desk-picture-hint = JPEG, PNG oder WebP, höchstens 5 MB. Am besten im Querformat, 1600 × 900 Pixel. Alle können es sehen.
desk-picture = Bild
desk-do-to-picture = Bild wählen
desk-staff = Team dieses Turniers
desk-staff-hint = Mitglieder Ihrer Organisation, die in diesem Turnier mehr dürfen als sonst. Von beiden Rollen zählt die bessere. Die Rolle endet hier, oder wenn die Person die Organisation verlässt.
desk-staff-none = Kein Mitglied hat eine Rolle nur für dieses Turnier.
desk-staff-role = Rolle
desk-staff-left = kein Mitglied mehr
desk-staff-end-of = Rolle von { $name } beenden
desk-staff-assign = Einem Mitglied eine Rolle geben
desk-staff-member = Mitglied
desk-do-end-staff = Rolle beenden
desk-do-assign-staff = Zuweisen
desk-do-to-staff = Team wählen
desk-do-to-settings = Zu den Einstellungen
desk-next-incomplete = { $teams ->
    [one] Einem Team fehlen Spieler; es spielt nicht mit.
   *[other] { $teams } Teams fehlen Spieler; sie spielen nicht mit.
}
desk-next-agents = { $players ->
    [one] Ein Spieler hat kein Team.
   *[other] { $players } Spieler haben kein Team.
}
