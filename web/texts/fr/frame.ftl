# Le cadre des pages pour les personnes connectées, et les pages d’erreur.

frame-skip = Aller au contenu
frame-pages = Navigation
frame-crumbs = Où vous êtes
frame-tabs = Pages de ce tournoi
frame-desk = Gestion
frame-administration = Administration
frame-sign-in = Se connecter
frame-sign-out = Se déconnecter
frame-overview = Vue d’ensemble
frame-events = Tournois
frame-store = Page de la boutique
frame-members = Membres
frame-keys = Clés
frame-webhooks = Webhooks
frame-audit = Journal
frame-own-events = Mes tournois
frame-account = Compte
frame-to-overview = Aller à la vue d’ensemble
frame-to-account = Aller à votre compte

## Erreurs

frame-error-not-signed-in = Vous n’avez pas ouvert de session
frame-error-not-allowed = Accès refusé
frame-error-not-found = Introuvable
frame-error-nothing-here = Il n’y a rien à cette adresse. Elle contient peut-être une faute de frappe, ou son contenu a été supprimé.
frame-error-method = Méthode non autorisée
frame-error-busy = Indisponible pour le moment
frame-error-internal = Une erreur s’est produite
frame-error-not-understood = La requête n’a pas été comprise

## Ce qui a été fait

frame-done-saved = Enregistré.
frame-done-saved-link = Enregistré. Nous envoyons un lien à votre adresse e-mail : ouvrez-le pour confirmer l’adresse.
frame-done-account-created = Votre compte a été créé. Nous envoyons un lien à votre adresse e-mail : ouvrez-le pour confirmer l’adresse.
frame-done-link-sent = Le lien est en route.
frame-done-email-confirmed = Votre adresse est confirmée.
frame-done-member-added = Le membre a été ajouté.
frame-done-invited = L’invitation est faite ; la personne devient membre quand elle l’accepte.
frame-done-invitation-withdrawn = L’invitation a été retirée.
frame-done-joined = Vous êtes maintenant membre.
frame-done-declined = Vous avez refusé l’invitation.
frame-done-left = Vous avez quitté l’organisation. Vos clés, jetons et sessions pour elle ne fonctionnent plus.
frame-done-role-changed = Le rôle a été modifié. Il vaut aussi pour les clés du membre.
frame-done-member-removed = Le membre a été retiré. Les clés, jetons et sessions de cette adhésion ne fonctionnent plus.
frame-done-person-erased = La personne est effacée.
frame-done-claimed = Les résultats font partie de votre compte.
frame-done-claim-made = L’organisation doit confirmer que ces résultats sont les vôtres. Vous les trouverez ici après son accord.
frame-done-claim-answered = La réclamation a reçu une réponse.
frame-done-key-revoked = La clé a été révoquée. Elle ne fonctionne plus.
frame-done-webhook-removed = Le webhook a été supprimé.
frame-done-messages-resent = Les messages sont en cours de renvoi.
frame-done-token-revoked = Le jeton a été révoqué. Il ne fonctionne plus.
frame-done-password-set = Votre mot de passe a été défini. Toutes les autres sessions ont été fermées.
frame-done-sessions-ended = Toutes les autres sessions ont été fermées.
frame-done-event-canceled = Le tournoi est annulé.
frame-done-event-resumed = Le tournoi a lieu.
frame-done-taken-back = La modification a été annulée.
frame-done-event-deleted = Le tournoi a été supprimé.
frame-done-registered = Le joueur est inscrit.
frame-done-some-registered = Certains joueurs n’ont pas pu être inscrits. Ajoutez-les ici.
frame-done-moved = Vous travaillez maintenant dans cette organisation.

frame-person = personne { $number }
frame-error-role = Votre rôle dans cette organisation, { $role }, ne permet pas cette action : { $what }. Ces rôles la permettent : { $roles }.
frame-error-no-member = Seuls les membres d’une organisation peuvent { $what }. Ces rôles le permettent : { $roles }.
frame-done-events-created = Les tournois ont été créés.
frame-done-some-events-created = Certains tournois ont été créés, d’autres ont été refusés. Comparez les deux jours.
frame-done-events-removed = Les tournois ont été supprimés.
frame-done-some-events-kept = Les tournois qui ont des joueurs ou qui ont changé entre-temps ont été conservés.
frame-done-announced = Publié.
frame-done-announcement-removed = L’annonce a été retirée.
