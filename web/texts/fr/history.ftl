# La page publique d’un joueur, et la page où il la montre ou la masque.

history-none = Il n’y a pas encore de résultats à montrer.
history-rate = Matchs gagnés
history-best = Meilleure place
history-points = Points après chaque ronde : { $points }
history-open-list = Ouvrir
history-place = { $place ->
    [1] 1re place
   *[other] { $place }e place
}
history-list = Decklist
history-list-of = Decklist du tournoi { $event }
history-how = Les bilans sont les matchs gagnés–perdus–nuls des rondes suisses, byes compris. Seuls les tournois publics sont affichés.

history-pages = Pages de joueur
history-pages-link = Montrer ou masquer vos pages de joueur
history-pages-why = Une page de joueur montre à tout le monde votre nom, ainsi que vos places, bilans et decklists publiées dans les tournois publics d’une organisation. Elle reste masquée tant que vous ne la montrez pas. Son adresse ne dit rien de vous dans d’autres organisations.
history-pages-none = Vous n’avez pas de page de joueur : vous n’avez d’inscription à aucun tournoi.
history-shown = Tout le monde peut voir votre page.
history-hidden = Votre page est masquée.
history-open = Ouvrir la page
history-show = Montrer la page
history-hide = Masquer la page
history-open-of = Ouvrir la page : { $store }
history-show-of = Montrer la page : { $store }
history-hide-of = Masquer la page : { $store }
