# L’actualisation des pages qui suivent un tournoi, et la page pour grand écran.

live-pause = Suspendre l’actualisation
live-resume = Reprendre l’actualisation
live-updated = Actualisé à
live-paused = L’actualisation est suspendue.
live-resumed = La page s’actualise de nouveau.
live-news = L’actualisation est suspendue. Il y a du nouveau.
live-gone = Cette page ne peut plus être ouverte et n’est plus actualisée.

## La page pour grand écran

live-screen = Grand écran
live-screen-open = { $count ->
    [one] { $count } table joue encore
   *[other] { $count } tables jouent encore
}
live-screen-empty = Les appariements s’afficheront ici.
live-screen-join = Inscrivez-vous avec votre téléphone
live-screen-join-code = Le code d’inscription est sur l’affichette.
live-screen-stop = Suspendre le défilement
live-screen-turn = Reprendre le défilement
live-screen-sound = Son à la fin du temps
live-clock-over = Le temps est écoulé.
live-screen-called = Appelés : venez aux tables, s’il vous plaît
