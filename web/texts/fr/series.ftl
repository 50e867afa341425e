# Séries de tournois au bureau.

desk-series = Séries de tournois
desk-series-none = Il n’y a pas encore de série. Ouvrez les réglages d’un tournoi et choisissez « Répéter chaque semaine ».
desk-series-ended = Terminée
desk-series-rule = { $weekday ->
    [1] Lundi
    [2] Mardi
    [3] Mercredi
    [4] Jeudi
    [5] Vendredi
    [6] Samedi
   *[other] Dimanche
}, { $time } ({ $zone }), { $weeks ->
    [1] chaque semaine
   *[other] toutes les { $weeks } semaines
}{ $until ->
    [never] { "" }
   *[other] { ", " }jusqu’au { $until }
}
desk-series-change = Modifier le plan
desk-series-resume = Reprendre la série
desk-series-over = Cette série est terminée. Reprenez-la d’abord.
desk-series-days = Jours à venir
desk-series-no-days = Aucun jour de cette série n’est à venir.
desk-series-day = Jour
desk-series-to-event = Ouvrir le tournoi
desk-series-event-of = Ouvrir le tournoi du { $day }
desk-series-skipped = Pas de tournoi
desk-series-not-made = Pas encore créé
desk-series-players = { $count ->
    [one] { $count } joueur
   *[other] { $count } joueurs
}
desk-series-has-players = Il a des joueurs : décidez s’il faut l’annuler.
desk-series-skip = Sauter
desk-series-skip-day = Sauter le { $day }
desk-series-keep = Ne pas sauter
desk-series-keep-day = Ne pas sauter le { $day }
desk-series-end = Terminer la série
desk-series-end-means = Elle ne crée plus de tournois. Ceux qui existent restent.
desk-series-like = Répéter { $name }
desk-series-means = Le service crée les tournois à l’avance. Chacun reçoit les réglages de ce tournoi et son propre code d’inscription. Ses heures sont aussi loin du début qu’ici.
desk-series-change-means = La modification vaut pour les tournois qui ne sont pas encore créés.
desk-series-plan = Planifier la série
desk-series-first-day = Premier jour
desk-series-first-day-hint = Il fixe le jour de la semaine.
desk-series-last-day = Dernier jour
desk-series-last-day-hint = Laissez vide si la série n’a pas de fin.
desk-series-every-weeks = Semaines d’un tournoi au suivant
desk-series-weeks-ahead = Semaines pour lesquelles les tournois sont créés à l’avance
desk-series-weeks-ahead-hint = De 1 à 26.
desk-series-one = Série
desk-series-one-hint = Le service crée les tournois qui se répètent chaque semaine, ou à quelques semaines d’intervalle.
desk-series-repeat = Répéter chaque semaine
desk-series-to-series = Aller à la série
desk-series-following = Celui-ci et tous les suivants
desk-series-following-hint = Ce que vous modifiez ici change aussi dans tous les tournois suivants de la série qui n’ont pas commencé. Chacun garde son jour.
