# A página dos arquétipos de um evento.

archetypes-title = Arquétipos
archetypes-link = Arquétipos e seus resultados
archetypes-players = { $count ->
    [one] { $count } jogador, pelos arquétipos das listas entregues
   *[other] { $count } jogadores, pelos arquétipos das listas entregues
}
archetypes-none = Ainda não há jogadores.
archetypes-shares = Presença e resultados
archetypes-name = Arquétipo
archetypes-share = Presença
archetypes-results = Resultados
archetypes-unknown = Desconhecido
archetypes-percent = { $percent }%
archetypes-interval = { $low }–{ $high }%
archetypes-playoff = { $count } no playoff
archetypes-rate = { $percent }% de vitórias
archetypes-against = Confrontos
archetypes-count = { $count ->
    [one] { $count } jogador
   *[other] { $count } jogadores
}
archetypes-matrix = Leia ao longo de uma linha: com que frequência o arquétipo venceu cada coluna, com o intervalo de 95%.
archetypes-mirrors = { $count ->
    [one] { $count } partida contra o mesmo arquétipo não está nos resultados.
   *[other] { $count } partidas contra o mesmo arquétipo não estão nos resultados.
}
archetypes-more = { $archetypes ->
    [one] Mais { $archetypes } arquétipo com poucos jogadores não aparece.
   *[other] Mais { $archetypes } arquétipos com poucos jogadores não aparecem.
}
archetypes-how = Como isto é contado
archetypes-how-matches = { $count ->
    [one] { $count } partida entre arquétipos diferentes conta.
   *[other] { $count } partidas entre arquétipos diferentes contam.
}
archetypes-how-left-out = Fora da conta: byes; partidas com mais de dois jogadores; partidas entre dois jogadores do mesmo arquétipo: { $mirrors }; empates intencionais: { $draws }; partidas sem resultado: { $open }.
archetypes-how-results = Os resultados são vitórias–derrotas–empates em partidas. A taxa é a parte de partidas vencidas entre as que tiveram vencedor. Ela aparece a partir de { $fewest } partidas assim.
archetypes-how-interval = Os números depois de uma porcentagem são o intervalo de confiança de 95% (Wilson).
