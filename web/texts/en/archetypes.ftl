# The page of archetypes of an event.

archetypes-title = Archetypes
archetypes-link = Archetypes and their results
archetypes-players = { $count ->
    [one] { $count } player, by the archetypes of the submitted lists
   *[other] { $count } players, by the archetypes of the submitted lists
}
archetypes-none = There are no players yet.
archetypes-shares = Shares and results
archetypes-name = Archetype
archetypes-share = Share
archetypes-results = Results
archetypes-unknown = Unknown
archetypes-percent = { $percent } %
archetypes-interval = { $low }–{ $high } %
archetypes-playoff = { $count } in the playoff
archetypes-rate = { $percent } % won
archetypes-against = Match-ups
archetypes-count = { $count ->
    [one] { $count } player
   *[other] { $count } players
}
archetypes-matrix = Read along a row: how often it won against each column, with the 95 % interval.
archetypes-mirrors = { $count ->
    [one] { $count } match against the same archetype is not in the results.
   *[other] { $count } matches against the same archetype are not in the results.
}
archetypes-more = { $archetypes ->
    [one] { $archetypes } further archetype with few players is not shown.
   *[other] { $archetypes } further archetypes with few players are not shown.
}
archetypes-how = How this is counted
archetypes-how-matches = { $count ->
    [one] { $count } match between different archetypes counts.
   *[other] { $count } matches between different archetypes count.
}
archetypes-how-left-out = Not counted: byes; matches of more than two players; matches between two players of the same archetype: { $mirrors }; intentional draws: { $draws }; matches without a result: { $open }.
archetypes-how-results = Results are matches won–lost–drawn. The rate is the share of won matches among those that had a winner. It is shown from { $fewest } such matches on.
archetypes-how-interval = The numbers after a percentage are its 95 % confidence interval (Wilson).
