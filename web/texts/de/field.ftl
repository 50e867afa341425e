# Teams, Drafts, Playoffs, verspätete Spieler und Paarungen von Hand.

desk-tab-teams = Teams

## Teams

desk-do-to-teams = Teams bilden
desk-next-first-round-teams = { $players ->
    [one] { $players } Team ist gebildet.
   *[other] { $players } Teams sind gebildet. Wenn alle da sind, erstellen Sie die Paarungen der ersten Runde.
}
desk-team-name = Teamname
desk-team-hint = Dann die Spieler in der Reihenfolge ihrer Plätze. Neue Spieler werden mit dem Team angemeldet.
desk-team-seat = Platz { $seat }
desk-do-form-team = Team bilden
desk-do-drop-team = Team { $team } aussteigen lassen
desk-teams-count = { $count ->
    [one] { $count } Team
   *[other] { $count } Teams
}
desk-teams-none = Geben Sie das erste Team und seine Spieler ein.
desk-teams-without = { $count ->
    [one] { $count } Spieler hat kein Team
   *[other] { $count } Spieler haben kein Team
}
desk-teams-incomplete = Geben Sie einen Teamnamen und für jeden Platz einen Spieler ein.
desk-teams-twice = { $name } ist zweimal genannt. Eine Person kann nicht zwei Plätze haben.
desk-teams-taken = { $name } ist angemeldet und in einem Team oder nicht mehr im Spiel. Falls das eine andere Person gleichen Namens ist, melden Sie diese zuerst auf der Seite Spieler an.
desk-teams-several = Mehrere Spieler ohne Team heißen { $name }. Wählen Sie einen aus der Liste: { $choices }.
desk-teams-known = { $name } ist vielleicht schon bekannt: { $people }. Melden Sie diese Person zuerst auf der Seite Spieler an und bilden Sie dann das Team.
desk-teams-new = Falls { $name } eine andere Person ist, bilden Sie das Team mit neuen Personen.
desk-do-form-team-new = Team mit neuen Personen bilden
desk-teams-unknown = Dieses Team ist nicht im Turnier.
desk-team-matches = Matches der Teams
desk-tables = Tische
desk-seats-won = Gewonnene Plätze
desk-team-open = Offen
desk-team-decided = Entschieden

## Drafts, Spielerversammlungen und andere Wege weiterzumachen

desk-draft = Draft
desk-no-tables = Niemand ist in dieser Runde gepaart.
desk-ways = Weitere Möglichkeiten
desk-do-pods = Draft-Pods setzen
desk-do-pair-swiss = Runde { $number } ohne Pods paaren
desk-do-pair-in-pods = Runde { $number } in den Pods paaren
desk-do-meeting = Spielerversammlung, Plätze nach Namen
desk-do-random-meeting = Spielerversammlung, Plätze zufällig
desk-next-pods = Die Pods haben alle ihre Runden gespielt. Setzen Sie neue Pods für Runde { $number }, oder machen Sie ohne Pods weiter.

## Der Cut und das Playoff

desk-do-to-cut = Cut ansehen
desk-cut = Cut
desk-cut-size = Wie viele weiterkommen
desk-do-show-cut = Zeigen
desk-cut-preview = Vorschau auf den Cut
desk-cut-pools = Zuerst kommen die Besten jeder Gruppe, dann die Zweiten, und so weiter. Gleich Platzierte, außer den Siegern, tauschen ihre Setzplätze so, dass zwei aus einer Gruppe spät aufeinandertreffen.
desk-cut-seed = Setzplatz
desk-cut-advances = Kommt weiter
desk-cut-out = Scheidet aus
desk-cut-by-lot = Es ist noch keine Runde gespielt. Das Los entscheidet, wer weiterkommt, und über die Setzplätze.
desk-cut-changed = Das Turnier hat sich geändert, seit diese Seite gezeigt wurde, deshalb wurde nichts ausgeführt. Sehen Sie sich die Vorschau noch einmal an.
desk-cut-later = Der Cut ist möglich, wenn alle Runden abgeschlossen sind.
desk-cut-means = Alle anderen scheiden aus. Der Cut kann bis zum Beginn der nächsten Runde wiederholt werden.
desk-cut-again = Der Cut ist gemacht. Nach einer Korrektur oder einem Ausstieg kann er wiederholt werden; die nächste Runde muss dann neu gepaart werden.
desk-do-cut-again = Cut auf die besten { $size } wiederholen
desk-cut-tie = { $last } und { $next } haben gleich viele Punkte, und die Feinwertung entscheidet ({ $heads }). { $last }: { $of_last }. { $next }: { $of_next }.
desk-cut-lot = { $last } und { $next } sind gleich nach Punkten und in der ganzen Feinwertung. Das Los entscheidet.
desk-cut-equal = { $last } und { $next } sind gleich nach Punkten und in allen Feinwertungen, die Zahlen sind. Die übrigen Feinwertungen entscheiden, danach das Los.
desk-bracket = Turnierbaum
desk-bracket-open = Offen
desk-bracket-won = gewonnen
desk-bracket-wins = { $name } gewinnt { $score }
desk-do-win = Gewinnt
desk-places = Endplatzierungen

## Verspätete Spieler

desk-missed = Freilose oder Niederlagen für verpasste Runden
desk-missed-title = Runden, die { $name } verpasst hat
desk-missed-none = Dieser Spieler hat keine Runde verpasst, die sich nachtragen lässt.
desk-missed-hint = Ein Freilos zählt von jetzt an als gewonnenes Match, eine Niederlage als verlorenes. Tabellen von Runden, die vorher endeten, bleiben, wie sie sind.
desk-missed-nothing = Nichts
desk-missed-each = Für jede verpasste Runde

## Paarungen von Hand

desk-do-by-hand = Von Hand paaren
desk-by-hand-title = Spieler ohne Match: { $round }
desk-by-hand-none = Alle Spieler haben ein Match.
desk-by-hand-one = Dieser Spieler
desk-by-hand-other = spielt gegen
desk-by-hand-bye = Niemand: ein Freilos
desk-by-hand-loss = Niemand: eine Niederlage
desk-do-pair-by-hand = Paaren
desk-by-hand-matches = Matches der Runde
desk-by-hand-two = Wählen Sie zwei verschiedene Spieler ohne Match in dieser Runde.
desk-do-remove = Entfernen
desk-do-remove-table = Match an Tisch { $table } entfernen
desk-warnings = Die automatische Paarung sähe anders aus
desk-warn-rematch = { $names } haben schon gegeneinander gespielt.
desk-warn-another-bye = { $names } hatte schon ein Freilos.
desk-warn-bye-missing = { $names } hat ein Freilos für diese Runde zugesprochen bekommen und hat keines.
desk-warn-left-out = { $names } hat kein Match.
desk-warn-fixed-seat = { $names } hat einen festen Tisch und sitzt an einem anderen.
desk-warn-never-meet = { $names } spielen nicht gegeneinander, weil beide in der ersten Runde ihrer Gruppe allein sitzen.
desk-team-lacks = { $free ->
    [one] Ein Platz ist frei
   *[other] { $free } Plätze sind frei
}
desk-team-waits = Nicht alle Mitglieder haben einen Platz
desk-do-dissolve = Auflösen
desk-do-dissolve-team = { $team } auflösen
