# Die Seite der Archetypen eines Turniers.

archetypes-title = Archetypen
archetypes-link = Archetypen und ihre Ergebnisse
archetypes-players = { $count ->
    [one] { $count } Spieler, nach den Archetypen der abgegebenen Listen
   *[other] { $count } Spieler, nach den Archetypen der abgegebenen Listen
}
archetypes-none = Es gibt noch keine Spieler.
archetypes-shares = Anteile und Ergebnisse
archetypes-name = Archetyp
archetypes-share = Anteil
archetypes-results = Ergebnisse
archetypes-unknown = Unbekannt
archetypes-percent = { $percent } %
archetypes-interval = { $low }–{ $high } %
archetypes-playoff = { $count } im Playoff
archetypes-rate = { $percent } % gewonnen
archetypes-against = Gegeneinander
archetypes-count = { $count } Spieler
archetypes-matrix = Entlang der Zeile gelesen: wie oft sie gegen die Spalte gewann, mit dem 95-%-Intervall.
archetypes-mirrors = { $count ->
    [one] { $count } Match gegen denselben Archetyp ist nicht in den Ergebnissen.
   *[other] { $count } Matches gegen denselben Archetyp sind nicht in den Ergebnissen.
}
archetypes-more = { $archetypes ->
    [one] { $archetypes } weiterer Archetyp mit wenigen Spielern wird nicht gezeigt.
   *[other] { $archetypes } weitere Archetypen mit wenigen Spielern werden nicht gezeigt.
}
archetypes-how = So wird gezählt
archetypes-how-matches = { $count ->
    [one] { $count } Match zwischen verschiedenen Archetypen zählt.
   *[other] { $count } Matches zwischen verschiedenen Archetypen zählen.
}
archetypes-how-left-out = Nicht gezählt: Freilose; Matches von mehr als zwei Spielern; Matches zwischen zwei Spielern desselben Archetyps: { $mirrors }; vereinbarte Unentschieden: { $draws }; Matches ohne Ergebnis: { $open }.
archetypes-how-results = Ergebnisse sind gewonnene–verlorene–unentschiedene Matches. Die Quote ist der Anteil der gewonnenen an den Matches mit Sieger. Sie wird ab { $fewest } solchen Matches gezeigt.
archetypes-how-interval = Die Zahlen nach einem Prozentsatz sind sein 95-%-Konfidenzintervall (Wilson).
