# La pagina degli archetipi di un torneo.

archetypes-title = Archetipi
archetypes-link = Archetipi e i loro risultati
archetypes-players = { $count ->
    [one] { $count } giocatore, secondo gli archetipi delle liste consegnate
   *[other] { $count } giocatori, secondo gli archetipi delle liste consegnate
}
archetypes-none = Non ci sono ancora giocatori.
archetypes-shares = Quote e risultati
archetypes-name = Archetipo
archetypes-share = Quota
archetypes-results = Risultati
archetypes-unknown = Sconosciuto
archetypes-percent = { $percent } %
archetypes-interval = { $low }–{ $high } %
archetypes-playoff = { $count } nei playoff
archetypes-rate = { $percent } % di vittorie
archetypes-against = Matchup
archetypes-count = { $count ->
    [one] { $count } giocatore
   *[other] { $count } giocatori
}
archetypes-matrix = Si legge lungo la riga: quanto spesso ha vinto contro ogni colonna, con l’intervallo al 95 %.
archetypes-mirrors = { $count ->
    [one] { $count } match contro lo stesso archetipo non è nei risultati.
   *[other] { $count } match contro lo stesso archetipo non sono nei risultati.
}
archetypes-more = { $archetypes ->
    [one] { $archetypes } altro archetipo con pochi giocatori non è mostrato.
   *[other] Altri { $archetypes } archetipi con pochi giocatori non sono mostrati.
}
archetypes-how = Come si conta
archetypes-how-matches = { $count ->
    [one] Vale { $count } match tra archetipi diversi.
   *[other] Valgono { $count } match tra archetipi diversi.
}
archetypes-how-left-out = Non contano: i bye; i match con più di due giocatori; i match tra due giocatori dello stesso archetipo: { $mirrors }; le patte intenzionali: { $draws }; i match senza risultato: { $open }.
archetypes-how-results = I risultati sono vittorie–sconfitte–patte nei match. La percentuale è la quota di match vinti tra quelli con un vincitore. Si mostra da { $fewest } match di questo tipo in su.
archetypes-how-interval = I numeri dopo una percentuale sono il suo intervallo di confidenza al 95 % (Wilson).
