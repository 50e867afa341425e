# Absagen und Löschen eines Turniers, sein Protokoll, sein Ende und was andere inzwischen geändert haben.

## Absagen und löschen

desk-next-canceled = Das Turnier ist abgesagt. In den Einstellungen lässt sich das rückgängig machen.
desk-end-title = Absagen oder löschen
desk-end-hint = Ein abgesagtes Turnier bleibt sichtbar. Ein gelöschtes Turnier ist weg.
desk-do-to-cancel = Turnier absagen
desk-do-to-resume = Absage zurücknehmen
desk-do-to-delete = Turnier löschen
desk-to-settings = Zurück zu den Einstellungen
desk-cancel-title = Dieses Turnier absagen
desk-cancel-visible = Das Turnier bleibt sichtbar, mit dem Wort „Abgesagt“.
desk-cancel-closed = Niemand kann sich anmelden, und keine Runde kann gepaart oder gespielt werden.
desk-cancel-players = { $players ->
    [0] Niemand ist angemeldet.
    [one] { $players } Spieler ist angemeldet und bekommt keine Nachricht: Sagen Sie ihm selbst Bescheid.
   *[other] { $players } Spieler sind angemeldet und bekommen keine Nachricht: Sagen Sie ihnen selbst Bescheid.
}
desk-cancel-back = Sie können das jederzeit rückgängig machen.
desk-cancel-over = Das Turnier hat stattgefunden und kann deshalb nicht abgesagt werden. Sie können es löschen.
desk-resume-title = Das Turnier findet doch statt
desk-resume-effect = Das Turnier ist wieder offen, wie vor der Absage: Spieler können sich anmelden, falls die Anmeldung offen ist, und Runden können gespielt werden.
desk-do-resume-event = Absage zurücknehmen
desk-delete-title = Dieses Turnier löschen
desk-delete-what = { $players ->
    [one] { $players } Anmeldung
   *[other] { $players } Anmeldungen
} und { $rounds ->
    [one] { $rounds } Runde
   *[other] { $rounds } Runden
} werden mit allen Ergebnissen gelöscht.
desk-delete-everywhere = Das Turnier verschwindet aus jeder Liste, von jeder Seite und aus dem Export. Seine Adresse gibt es dann nicht mehr.
desk-delete-lists = Decklisten bleiben bei den Personen, denen sie gehören.
desk-delete-for-ever = Das lässt sich nicht rückgängig machen.
desk-delete-name = Geben Sie zur Bestätigung den Namen des Turniers ein
desk-delete-name-differs = Das ist nicht der Name des Turniers. Geben Sie ein: { $name }

## Decklisten

desk-lists-deadline = Spieler können ihre Listen abgeben und ändern bis
desk-lists-no-deadline = Es gibt keinen Abgabeschluss: Spieler können ihre Listen bis zum Beginn des Turniers abgeben und ändern.
desk-lists-closed = Es gab keinen Abgabeschluss: Spieler konnten ihre Listen bis zum Beginn des Turniers abgeben und ändern.
desk-lists-staff = Nur die Turnierleitung sieht die Listen.
desk-lists-public = Die Listen sind veröffentlicht und stehen fest.
desk-deck = Deck
desk-cards = Karten
desk-deck-count = { $board } { $count }
desk-deck-elsewhere = Ein Link
desk-board-commander = Commander
desk-board-companion = Companion
desk-board-main = Hauptdeck
desk-board-sideboard = Sideboard
desk-board-maybeboard = Nicht gespielt
desk-not-understood-count = { $count ->
    [one] { $count } Zeile wurde nicht verstanden
   *[other] { $count } Zeilen wurden nicht verstanden
}
desk-line = Zeile { $number }:
desk-deck-made = Abgegeben am
desk-deck-fixed = Diese Fassung zählt, was auch immer der Spieler später ändert.
desk-deck-on-paper = Dieser Spieler gibt die Liste auf Papier ab.
desk-deck-missing = Dieser Spieler hat keine Liste abgegeben.
desk-deck-text = Der Text, wie er abgegeben wurde
desk-do-lock-one = Diese Liste sperren
desk-do-unlock-one = Diese Liste entsperren
desk-to-lists = Alle Decklisten

## Das Protokoll: wer was getan hat. `by` ist eine Person, ein Schlüssel oder der Dienst.

desk-audit-title = Was geschehen ist
desk-audit-hint = Das Neueste zuerst. Manches lässt sich hier rückgängig machen.
desk-audit-none = Es gibt nichts Älteres.
desk-audit-older = Älter
desk-audit-newest = Neueste
desk-audit-moved-on = Das lässt sich nicht mehr zurücknehmen: Das Turnier hat sich inzwischen geändert. Die Seite zeigt den aktuellen Stand.
desk-by-service = Der Dienst
desk-by-operator = Wer den Server betreibt
desk-by-private-link = { $player } (über den privaten Link)
desk-by-key = Der Schlüssel „{ $key }“
desk-audit-round = Runde { $number }
desk-audit-meeting = Spielerversammlung
desk-audit-created = { $by } hat das Turnier angelegt.
desk-audit-imported = { $by } hat das Turnier importiert, wie es auf { $platform } gespielt wurde.
desk-audit-deleted = { $by } hat das Turnier gelöscht.
desk-audit-details-changed = { $known ->
    [yes] { $by } hat Einstellungen geändert: { $fields }.
   *[no] { $by } hat Einstellungen geändert.
}
desk-audit-picture-set = { $picture ->
    [none] { $by } hat das Bild entfernt.
   *[some] { $by } hat das Bild gesetzt.
}
desk-audit-staff-assigned = { $role ->
    [none] { $by } hat die Rolle von { $person } für dieses Turnier beendet.
   *[other] { $by } hat { $person } für dieses Turnier die Rolle „{ $role_name }“ gegeben.
}
desk-audit-organizing-changed = { $known ->
    [yes] { $by } hat Einstellungen geändert: { $fields }.
   *[no] { $by } hat Einstellungen geändert.
}
desk-audit-lifecycle-changed = { $by } hat den Status des Turniers auf „{ $status }“ gesetzt.
desk-audit-lists-locked = { $by } hat alle Decklisten gesperrt.
desk-audit-lists-unlocked = { $by } hat alle Decklisten entsperrt.
desk-audit-list-revisions-fixed = { $count ->
    [one] Die zählende Fassung von { $count } Deckliste wurde festgelegt.
   *[other] Die zählenden Fassungen von { $count } Decklisten wurden festgelegt.
}
desk-audit-team-formed = { $by } hat das Team { $team_name } gebildet.
desk-audit-team-dropped = { $by } hat das Team { $team } aussteigen lassen.
desk-audit-player-registered = { $own ->
    [yes] { $by } hat sich angemeldet.
   *[no] { $by } hat { $player } angemeldet.
}
desk-audit-registration-status-changed = { $own ->
    [yes] { $by } hat die eigene Anmeldung auf „{ $status }“ gesetzt.
   *[no] { $by } hat die Anmeldung von { $player } auf „{ $status }“ gesetzt.
}
desk-audit-player-dropped = { $own ->
    [yes] { $by } ist ausgestiegen.
   *[no] { $by } hat { $player } aussteigen lassen.
}
desk-audit-player-disqualified = { $by } hat { $player } disqualifiziert.
desk-audit-place-offered = { $by } hat { $player } einen Platz angeboten.
desk-audit-place-declined = { $own ->
    [yes] { $by } hat den angebotenen Platz abgelehnt.
   *[no] { $by } hat den angebotenen Platz für { $player } abgelehnt.
}
desk-audit-offer-expired = { $player } hat den angebotenen Platz nicht rechtzeitig angenommen.
desk-audit-payment-changed = { $by } hat die Zahlung von { $player } geändert.
desk-audit-check-in-changed = { $status ->
    [CHECKED_IN] { $own ->
        [yes] { $by } hat eingecheckt.
       *[no] { $by } hat { $player } eingecheckt.
    }
    [DECLINED] { $by } hat vermerkt, dass { $player } nicht eincheckt.
    [TIMED_OUT] { $by } hat vermerkt, dass { $player } nicht rechtzeitig geantwortet hat.
    [WAITING_FOR_PLAYER_RESPONSE] { $by } hat { $player } zum Check-in gerufen.
    [none] { $by } hat den Check-in von { $player } zurückgenommen.
   *[other] { $by } hat { $player } in die Check-in-Schlange gesetzt.
}
desk-audit-queue-group-changed = { $role ->
    [some] { $by } hat { $player } in eine Gruppe gesetzt.
   *[none] { $by } hat { $player } aus der Gruppe genommen.
}
desk-audit-tags-changed = { $count ->
    [0] { $by } hat die Markierungen von { $player } entfernt.
   *[other] { $by } hat { $player } markiert: { $tags }.
}
desk-audit-notes-changed = { $by } hat die Notiz zu { $player } geändert.
desk-audit-seat-fixed = { $fixed_seat ->
    [none] { $by } hat den festen Tisch von { $player } aufgehoben.
   *[other] { $by } hat { $player } den festen Tisch { $fixed_seat } gegeben.
}
desk-audit-byes-awarded = { $count ->
    [0] { $by } hat die Freilose von { $player } zurückgenommen.
   *[other] { $by } hat { $player } Freilose in diesen Runden gegeben: { $round_numbers }.
}
desk-audit-paper-decklist-marked = { $using_paper_decklist ->
    [yes] { $by } hat vermerkt, dass { $player } die Deckliste auf Papier abgibt.
   *[no] { $by } hat vermerkt, dass { $player } die Deckliste nicht auf Papier abgibt.
}
desk-audit-decklist-attached = { $decklist_id ->
    [none] { $own ->
        [yes] { $by } hat die Deckliste zurückgezogen.
       *[no] { $by } hat die Deckliste von { $player } entfernt.
    }
   *[some] { $own ->
        [yes] { $by } hat eine Deckliste abgegeben.
       *[no] { $by } hat eine Deckliste für { $player } abgegeben.
    }
}
desk-audit-list-locked = { $by } hat die Deckliste von { $player } gesperrt.
desk-audit-list-unlocked = { $by } hat die Deckliste von { $player } entsperrt.
desk-audit-private-link-made = { $by } hat einen privaten Link für { $player } erstellt.
desk-audit-private-link-revoked = { $by } hat den privaten Link von { $player } widerrufen.
desk-audit-join-code-made = { $by } hat einen neuen Beitrittscode erstellt.
desk-audit-phase-added = Ein neuer Teil des Turniers hat begonnen: { $round_type }.
desk-audit-round-added = { $by } hat eine Runde angelegt: { $round }.
desk-audit-matches-paired = { $count ->
    [one] { $by } hat { $count } Tisch gepaart ({ $round }).
   *[other] { $by } hat { $count } Tische gepaart ({ $round }).
}
desk-audit-teams-paired = { $count ->
    [one] { $by } hat { $count } Match von Teams gepaart ({ $round }).
   *[other] { $by } hat { $count } Matches von Teams gepaart ({ $round }).
}
desk-audit-pairings-completed = Die Paarungen waren vollständig ({ $round }).
desk-audit-pairings-hidden = Nur die Turnierleitung sah die Paarungen ({ $round }).
desk-audit-pairings-published = { $by } hat die Paarungen veröffentlicht ({ $round }).
desk-audit-pairings-discarded = { $by } hat die Paarungen verworfen ({ $round }).
desk-audit-round-removed = { $by } hat eine Runde entfernt: { $round }.
desk-audit-round-started = { $by } hat eine Runde gestartet: { $round }.
desk-audit-round-completed = { $by } hat eine Runde abgeschlossen: { $round }.
desk-audit-clock-changed = { $runs ->
    [yes] { $by } hat die Uhr gestellt ({ $round }): Sie läuft und hat { $minutes } Minuten.
   *[no] { $by } hat die Uhr gestellt ({ $round }): Sie ist angehalten, noch { $left }.
}
desk-audit-cut-made = { $by } hat den Cut gemacht: { $count } kamen weiter.
desk-audit-ties-drawn = Die Reihenfolge punkt- und wertungsgleicher Spieler wurde ausgelost.
desk-audit-game-wins-stated = { $by } hat Spielsiege in Prozent eingetragen.
desk-audit-places-stated = { $by } hat die veröffentlichten Endplätze eingetragen.
desk-audit-result-reported = { $by } hat { $result } an Tisch { $table } gemeldet ({ $round }): { $players }.
desk-audit-result-corrected = { $by } hat das Ergebnis an Tisch { $table } auf { $result } korrigiert ({ $round }): { $players }.
desk-audit-result-confirmed = { $by } hat das Ergebnis an Tisch { $table } bestätigt ({ $round }).
desk-audit-result-contested = { $by } hat das Ergebnis an Tisch { $table } angefochten ({ $round }).
desk-audit-team-result-reported = { $by } hat { $result } gemeldet ({ $round }): { $teams }.
desk-audit-match-featured = { $is_feature_match ->
    [yes] { $by } hat Tisch { $table } zum Feature-Match gemacht ({ $round }).
   *[no] { $by } hat Tisch { $table } die Markierung als Feature-Match genommen ({ $round }).
}
desk-audit-judge-assigned = { $judge_user_id ->
    [none] { $by } hat den Judge von Tisch { $table } abgezogen ({ $round }).
   *[some] { $by } hat { $judge } Tisch { $table } zugeteilt ({ $round }).
}
desk-audit-time-extended = { $minutes ->
    [0] { $by } hat die Zeitzugabe von Tisch { $table } zurückgenommen ({ $round }).
    [one] { $by } hat Tisch { $table } { $minutes } Minute Zeitzugabe gegeben ({ $round }).
   *[other] { $by } hat Tisch { $table } { $minutes } Minuten Zeitzugabe gegeben ({ $round }).
}
desk-audit-deck-check-marked = { $completed ->
    [yes] { $by } hat den Deckcheck an Tisch { $table } abgeschlossen ({ $round }).
   *[no] { $started ->
        [yes] { $by } hat einen Deckcheck an Tisch { $table } begonnen ({ $round }).
       *[no] { $by } hat den Deckcheck an Tisch { $table } zurückgenommen ({ $round }).
    }
}
desk-audit-penalty-issued = { $by } hat { $player } eine Strafe gegeben: { $penalty } für { $infraction }.
desk-audit-penalty-withdrawn = { $by } hat eine Strafe von { $player } zurückgezogen: { $penalty } für { $infraction }.
desk-audit-penalty-restored = { $by } hat eine Strafe von { $player } wiederhergestellt: { $penalty } für { $infraction }.
desk-audit-judge-called = { $table ->
    [0] { $by } hat einen Judge gerufen.
   *[other] { $by } hat einen Judge an Tisch { $table } gerufen.
}
desk-audit-call-answered = { $table ->
    [0] { $by } hat einen Ruf nach einem Judge übernommen.
   *[other] { $by } hat den Ruf nach einem Judge an Tisch { $table } übernommen.
}
desk-audit-call-closed = { $table ->
    [0] { $by } hat einen Ruf nach einem Judge erledigt.
   *[other] { $by } hat den Ruf nach einem Judge an Tisch { $table } erledigt.
}
desk-audit-staff-message-sent = { $to ->
    [all] { $by } hat allen Spielern geschrieben: { $text }
    [tag] { $by } hat den Spielern mit der Markierung „{ $tag }“ geschrieben: { $text }
    [convention] { $by } hat allen auf der Convention geschrieben: { $text }
   *[other] { $by } hat { $player } geschrieben: { $text }
}

## Einstellungen beim Namen

desk-setting-name = Name
desk-setting-event-format = Format
desk-setting-start-datetime = Beginn
desk-setting-convention-id = Convention
desk-setting-is-test = Probelauf
desk-setting-is-unlisted = öffentliche Seite
desk-setting-is-canceled = Absage
desk-setting-team-size = Spieler pro Team
desk-setting-pod-size = Spieler an einem Tisch
desk-setting-short-pods = kleinere Tische
desk-setting-capacity = Plätze
desk-setting-swiss-rounds = Schweizer Runden
desk-setting-top-cut = Spieler im Playoff
desk-setting-rules = Punkte und Feinwertung
desk-setting-decklist-deadline = Abgabeschluss für Decklisten
desk-setting-decklist-grace-seconds = Abgabeschluss für Decklisten
desk-setting-power-pair-last-round = Paarungen
desk-setting-ranked-playoff = Paarungen
desk-setting-draft-pod-size = Paarungen
desk-setting-parent-id = übergeordnetes Turnier
desk-setting-publish-when-paired = Veröffentlichung der Paarungen
desk-setting-fee-note = Startgeld
desk-setting-time-zone = Zeitzone
desk-setting-best-of = Spiele pro Match
desk-setting-end-of-round-rule = Ende einer Runde
desk-setting-check-in-required = Check-in
desk-setting-first-table = Tischnummern
desk-setting-last-table = Tischnummern
desk-setting-round-minutes = Länge einer Runde
desk-setting-offer-minutes = Frist für angebotene Plätze
desk-setting-description = Beschreibung
desk-setting-venue-name = Ort
desk-setting-venue-address = Ort
desk-setting-prizes = Preise
desk-setting-rules-level = Regelstufe
desk-setting-contact = Kontakt
desk-setting-registration-opens = Anmeldezeitraum
desk-setting-registration-closes = Anmeldezeitraum
desk-setting-registration-policy = wer sich anmelden darf
desk-setting-needs-approval = Bestätigung durch das Team
desk-setting-playoff = Art des Playoffs
desk-setting-pool-size = Spieler pro Gruppe
desk-setting-plays-together = Spielweise der Teams
desk-setting-seat-formats = Formate der Sitze
desk-setting-lowest-gets-bye = Paarungen
desk-setting-squares-first = Paarungen
desk-setting-balanced-sides = Paarungen
desk-setting-tables-per-row = Tischnummern
desk-setting-rounds-by-attendance = Schweizer Runden
desk-setting-end-datetime = das geplante Ende
desk-setting-queue-size = die Größe der Warteschlange
desk-setting-answer-minutes = die Zeit für die Antwort auf einen Aufruf
desk-setting-shares-tables = mit anderen Events geteilte Tische
desk-setting-series = die Reihe
desk-setting-is-from-queue = die Warteschlange

## Änderungen zurücknehmen

desk-undo-left = Zurück ins Turnier
desk-undo-left-waitlist = Zurück auf die Warteliste
desk-undo-disqualified = Disqualifikation zurücknehmen
desk-undo-registered = Anmeldung zurücknehmen
desk-undo-check-in = Check-in zurücknehmen
desk-undo-locked = Entsperren
desk-undo-unlocked = Sperren
desk-undo-extension = Zeitzugabe zurücknehmen
desk-undo-penalty = Strafe zurückziehen
desk-undo-withdrawn = Strafe wiederherstellen
desk-undo-closed = Anmeldung wieder öffnen
desk-undo-waitlist = Zurück zu „Nur Warteliste“
desk-undo-begun = Zurück zu geschlossener Anmeldung
desk-undo-finished = Turnier fortsetzen
desk-undo-publishing = Decklisten verbergen
desk-undo-published = Zurück zur Veröffentlichung

## Was andere inzwischen geändert haben

desk-someone = Jemand anders
desk-conflict = { $by } hat „{ $field }“ auf { $theirs } geändert. Sie haben eingegeben: { $mine }.
desk-conflict-again = Nichts wurde gespeichert. Speichern Sie noch einmal, um die andere Änderung zu ersetzen, oder öffnen Sie diese Seite neu, um sie zu behalten.
desk-conflict-status = Der Status dieses Spielers hat sich geändert, seit Sie diese Seite geöffnet haben, deshalb wurde nichts ausgeführt. Die Seite zeigt den aktuellen Stand.
desk-value-yes = ja
desk-value-no = nein
desk-value-none = nichts

## Das Ende eines Turniers

desk-tab-finish = Abschluss
desk-finish-title = Turnier beenden
desk-point-done = Erledigt
desk-point-open = Offen
desk-finish-rounds = { $count ->
    [one] { $count } Runde ist abgeschlossen.
   *[other] Alle { $count } Runden sind abgeschlossen.
}
desk-finish-round-open = { $round } ist nicht abgeschlossen.
desk-finish-no-rounds = Es wurde keine Runde gespielt.
desk-finish-playoff = Das Playoff der besten { $size } ist gespielt.
desk-finish-playoff-open = Das Playoff der besten { $size } ist nicht zu Ende gespielt.
desk-finish-lists = { $missing ->
    [0] Alle Decklisten sind abgegeben.
    [one] { $missing } Spieler hat keine Deckliste abgegeben.
   *[other] { $missing } Spieler haben keine Deckliste abgegeben.
}
desk-finish-not-begun = Das Spiel hat noch nicht begonnen. Das Turnier kann beendet werden, wenn alle Runden abgeschlossen sind.
desk-finish-effect = Ein beendetes Turnier hat einen Endstand und ist Teil des Exports. Es kann beendet werden, wenn alle Runden abgeschlossen sind. Ergebnisse lassen sich auch danach noch korrigieren.
desk-publish-effect = Wenn die Decklisten veröffentlicht sind, können alle sie lesen, jede in der zählenden Fassung, und Ergebnisse lassen sich nicht mehr korrigieren.
desk-finish-seen = Öffentliche Seite und Export
desk-public-page = Die öffentliche Seite des Turniers
desk-no-public-page = Das Turnier hat keine öffentliche Seite.
desk-exported = Das Turnier ist Teil des Exports.
desk-export-at = Programme lesen es mit einem Schlüssel unter { $path }
desk-not-exported = Das Turnier ist nicht Teil des Exports: Beendete Turniere sind es, außer Probeläufen.
desk-finish-back = Ein Schritt zurück
desk-finish-back-hint = Für einen Schritt, der versehentlich getan wurde. Sonst geht nichts verloren.

## Anmeldungen und Dauer der Runden

desk-figures-link = Anmeldungen und Rundenzeiten als Diagramme
desk-figures-registrations = Anmeldungen im Lauf der Zeit
desk-figures-rounds = Dauer jeder Runde
desk-figures-when = Zeitpunkt
desk-figures-players = Anmeldungen
desk-figures-table = Als Tabelle
desk-figures-none = Es gibt noch nichts zu zeigen.
desk-figures-how = Die Minuten zählen vom Start einer Runde bis zu ihrem Abschluss. Wie lange einzelne Matches dauerten, wird nicht erfasst.
desk-audit-team-changed = { $by } hat das Team { $team } geändert.
