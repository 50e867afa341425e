# La page des archétypes d’un tournoi.

archetypes-title = Archétypes
archetypes-link = Archétypes et leurs résultats
archetypes-players = { $count ->
    [one] { $count } joueur, selon les archétypes des listes rendues
   *[other] { $count } joueurs, selon les archétypes des listes rendues
}
archetypes-none = Il n’y a pas encore de joueurs.
archetypes-shares = Répartition et résultats
archetypes-name = Archétype
archetypes-share = Part
archetypes-results = Résultats
archetypes-unknown = Inconnu
archetypes-percent = { $percent } %
archetypes-interval = { $low }–{ $high } %
archetypes-playoff = { $count } en phase finale
archetypes-rate = { $percent } % gagnés
archetypes-against = Match-ups
archetypes-count = { $count ->
    [one] { $count } joueur
   *[other] { $count } joueurs
}
archetypes-matrix = À lire le long d’une ligne : à quelle fréquence elle a gagné contre chaque colonne, avec l’intervalle à 95 %.
archetypes-mirrors = { $count ->
    [one] { $count } match contre le même archétype n’est pas dans les résultats.
   *[other] { $count } matchs contre le même archétype ne sont pas dans les résultats.
}
archetypes-more = { $archetypes ->
    [one] { $archetypes } autre archétype avec peu de joueurs n’est pas affiché.
   *[other] { $archetypes } autres archétypes avec peu de joueurs ne sont pas affichés.
}
archetypes-how = Mode de calcul
archetypes-how-matches = { $count ->
    [one] { $count } match entre archétypes différents compte.
   *[other] { $count } matchs entre archétypes différents comptent.
}
archetypes-how-left-out = Ne comptent pas : les byes ; les matchs à plus de deux joueurs ; les matchs entre deux joueurs du même archétype : { $mirrors } ; les nuls intentionnels : { $draws } ; les matchs sans résultat : { $open }.
archetypes-how-results = Les résultats sont les matchs gagnés–perdus–nuls. Le taux est la part de matchs gagnés parmi ceux qui ont eu un vainqueur. Il est affiché à partir de { $fewest } matchs de ce type.
archetypes-how-interval = Les nombres après un pourcentage sont son intervalle de confiance à 95 % (Wilson).
