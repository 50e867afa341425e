# Die öffentliche Seite eines Spielers, und die Seite, auf der er sie zeigt oder verbirgt.

history-none = Es gibt noch keine Ergebnisse.
history-rate = Gewonnene Matches
history-best = Bester Platz
history-points = Punkte nach jeder Runde: { $points }
history-open-list = Öffnen
history-place = Platz { $place }
history-list = Deckliste
history-list-of = Deckliste von { $event }
history-how = Bilanzen sind gewonnene–verlorene–unentschiedene Matches der Schweizer Runden, Freilose eingeschlossen. Nur öffentliche Turniere werden gezeigt.

history-pages = Spielerseiten
history-pages-link = Eigene Spielerseiten zeigen oder verbergen
history-pages-why = Eine Spielerseite zeigt allen den Namen sowie Plätze, Bilanzen und veröffentlichte Decklisten in den öffentlichen Turnieren einer Organisation. Sie ist verborgen, bis Sie sie zeigen. Ihre Adresse verrät nichts über Sie in anderen Organisationen.
history-pages-none = Sie haben keine Spielerseite: Sie sind zu keinem Turnier angemeldet.
history-shown = Alle können Ihre Seite sehen.
history-hidden = Ihre Seite ist verborgen.
history-open = Seite öffnen
history-show = Seite zeigen
history-hide = Seite verbergen
history-open-of = Seite öffnen: { $store }
history-show-of = Seite zeigen: { $store }
history-hide-of = Seite verbergen: { $store }
