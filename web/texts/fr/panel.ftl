# Le panneau : connexion, membres, clés, journal et compte personnel.

panel-username = Nom d’utilisateur
panel-password = Mot de passe
panel-created = Création
panel-last-day = Dernier jour
panel-first-name = Prénom
panel-last-name = Nom de famille
panel-email = Adresse e-mail
panel-pronouns = Pronoms
panel-none = aucun
panel-never = jamais
panel-keep-it = Conserver
panel-saved-it = C’est noté
panel-continue = Continuer
panel-already-sent = Ce formulaire a déjà été envoyé et traité. La valeur figurait dans la réponse et ne sera plus affichée.
panel-already-sent-value = Si vous n’avez pas noté la valeur, révoquez-la et créez-en une nouvelle.

## Connexion et déconnexion

panel-waits-for-set-up = Cette installation attend d’être configurée. Crosstable a affiché le lien au démarrage ; il est aussi dans le fichier set-up-link du dossier de données.
panel-sign-in-wrong = Le nom d’utilisateur et le mot de passe ne correspondent pas. Attention aux majuscules et aux minuscules dans les deux.
panel-sign-in-note = Pas encore de mot de passe, ou mot de passe oublié ? Demandez à un administrateur de votre organisation un lien pour en définir un.
panel-sign-out = Se déconnecter ?
panel-sign-out-means = La session se termine dans ce navigateur. Sur la page de votre compte, vous pouvez toutes les fermer.
panel-stay-signed-in = Rester connecté
panel-set-password = Définir un mot de passe
panel-do-set-password = Définir le mot de passe
panel-set-password-for = Pour { $name }. La connexion se fait aussitôt après.
panel-repeat-password = Répéter le mot de passe
panel-new-password = Nouveau mot de passe
panel-new-password-hint = De 10 à 128 caractères. Plusieurs mots se retiennent mieux que des signes et des chiffres.
panel-repeat-new-password = Répéter le nouveau mot de passe
panel-passwords-differ = Les deux mots de passe sont différents. Saisissez deux fois le même.
panel-no-link = Ce lien ne fonctionne plus
panel-no-link-why = Il a déjà servi, il a plus d’un jour, un lien plus récent l’a remplacé, ou il manque un caractère. Demandez-en un nouveau à la personne qui vous l’a donné.

## La configuration

panel-is-set-up = Cette installation est configurée.
panel-set-up-title = Configurer Crosstable
panel-set-up-lead = Cette page crée votre boutique et votre compte. Ensuite, le lien ne fonctionne plus.
panel-set-up-do = Configurer
panel-set-up-organization = Nom de votre boutique ou club
panel-set-up-zone-hint = Une ville suffit, par exemple Paris. Les nouveaux tournois ont ce fuseau.
panel-set-up-name = Votre nom
panel-set-up-username-hint = Il sert à vous connecter et ne peut pas être modifié ensuite.
panel-set-up-address = Adresse de ce serveur
panel-set-up-address-hint = Les liens et les codes QR commencent par elle. Les téléphones doivent l’atteindre : l’adresse de cette machine dans votre réseau, ou un nom comme https://events.example.
panel-set-up-mail-hint = Facultatif : sans lui, aucun e-mail n’est envoyé
panel-set-up-smtp = Serveur de messagerie
panel-set-up-smtp-hint = smtps://mail.example, ou smtp://mail.example:587
panel-set-up-from = Adresse d’expéditeur
panel-set-up-smtp-user = Nom d’utilisateur là-bas
panel-set-up-smtp-password = Mot de passe là-bas
panel-set-up-wrong = Cette valeur est inutilisable. Vérifiez-la ou laissez le champ vide.
panel-set-up-done = Votre serveur est configuré
panel-set-up-next = Étapes suivantes
panel-set-up-staff = Inviter l’équipe
panel-set-up-demo = Pour voir des données d’exemple, lancez ceci dans un autre dossier :
panel-set-up-try = Essayer avec un téléphone
panel-set-up-only-here = Seule cette machine atteint l’adresse. Pour les téléphones, lancez Crosstable avec --listen 0.0.0.0:8080 et --public-url avec l’adresse de cette machine dans votre réseau.
panel-set-up-no-tls = Sans HTTPS, l’équipe ne se connecte que sur cette machine, et les téléphones ne reçoivent pas de notifications. Les liens des invités fonctionnent.

## La vue d’ensemble

panel-to-do = À faire
panel-newest-events = Derniers tournois
panel-no-events = Il n’y a pas encore de tournoi.
panel-event = Tournoi
panel-begins = Début
panel-public-page = Page publique
panel-public-page-of = Page publique de { $name }
panel-not-public = non public
panel-no-date = pas de date
panel-todo-results = { $count ->
    [one] { $count } match n’a pas encore de résultat
   *[other] { $count } matchs n’ont pas encore de résultat
}{ $round ->
    [-1] {""}
    [0] { " " }à la réunion des joueurs
   *[other] { " " }à la ronde { $round }
}
panel-todo-invited = { $name } vous invite à devenir membre.
panel-todo-one-administrator = Il n’y a qu’un seul administrateur. Si cette personne ne peut plus se connecter, personne ici ne pourra l’aider : ajoutez-en un autre.
panel-todo-webhook-gone = Le webhook « { $name } » a été désactivé : son adresse a répondu 410 Gone.
panel-todo-webhook-given-up = Le webhook « { $name } » a été désactivé : son adresse n’a rien accepté pendant cinq jours.
panel-todo-webhook-fails = L’adresse du webhook « { $name } » n’accepte pas les messages.
panel-todo-key-ends = La clé « { $name } » est valable jusqu’à la fin du { $day } (UTC).

## Membres et personnes

panel-new-account = Créer un compte
panel-to-invite = Inviter par nom d’utilisateur
panel-find-person = Chercher une personne
panel-members-hint = Les membres de cette organisation et leurs rôles.
panel-signing-in = Connexion
panel-active-keys = Clés actives
panel-keys-count = { $count ->
    [one] { $count } clé
   *[other] { $count } clés
}
panel-you = Vous
panel-invitations = Invitations
panel-unanswered = Ces personnes n’ont pas encore répondu. Elles se connectent, puis acceptent ou refusent sur { $address }.
panel-invited = Invitation
panel-withdraw-of = Retirer l’invitation de { $username }
panel-sign-in-alone = Gère seul son compte
panel-sign-in-can = Peut se connecter
panel-sign-in-no-username = Pas de compte pour se connecter
panel-sign-in-link = Lien pas encore utilisé
panel-sign-in-no-password = Pas encore de mot de passe
panel-role-in-organization = Rôle dans l’organisation
panel-choose-role = Choisir le rôle
panel-do-change-role = Modifier le rôle
panel-do-change-profile = Modifier le profil
panel-new-link = Créer un lien de mot de passe
panel-account-alone = La personne gère elle-même ce compte. Si le mot de passe est perdu, l’exploitant du service peut aider.
panel-member-no-keys = Ce membre n’a pas de clé.
panel-remove-member = Retirer de l’organisation
panel-member-with-role = Est déjà membre, avec le rôle { $role }. Modifiez le rôle sur la page du membre.
panel-invited-with-role = A déjà une invitation, avec le rôle { $role }. Retirez d’abord cette invitation.
panel-remove-title = Retirer { $name } ?
panel-remove-means = { $name } ne sera plus membre de l’organisation { $organization }. Cesseront aussitôt de fonctionner :
panel-remove-key = la clé « { $name } »
panel-remove-tokens = { $count ->
    [one] { $count } jeton
   *[other] { $count } jetons
} de cette personne pour l’organisation
panel-remove-sessions = les sessions de cette personne dans l’organisation
panel-remove-yourself = c’est vous : vous ne verrez plus ces pages
panel-do-remove = Retirer le membre
panel-keep-member = Garder le membre
panel-invite-title = Inviter un membre par nom d’utilisateur
panel-invite-hint = Pour une personne qui a déjà un compte sur ce service. Elle devient membre en acceptant l’invitation. Pour toute autre personne, créez un compte.
panel-invite-username-hint = Le nom avec lequel la personne se connecte.
panel-no-such-username = Aucun compte n’a ce nom d’utilisateur. Attention aux majuscules et aux minuscules.
panel-do-invite = Inviter la personne
panel-to-find-person = Chercher une personne par son nom
panel-to-new-account = Créer plutôt un compte
panel-withdraw-title = Retirer cette invitation ?
panel-withdraw-means = « { $username } » a une invitation avec le rôle { $role } et n’a pas encore répondu.
panel-do-withdraw = Retirer l’invitation
panel-do-create-account = Créer le compte
panel-new-account-hint = Vous recevez un lien avec lequel la personne définit un mot de passe. Votre organisation gère le compte.
panel-account-was-created = Le compte a été créé
panel-name-hint = Tel qu’il apparaît dans les appariements et les classements.
panel-username-hint = Pour se connecter. Il ne pourra plus être modifié ; les majuscules comptent.
panel-username-fixed = Il ne peut pas être modifié.
panel-email-hint = Pour votre information ; rien n’y est envoyé.
panel-find-person-hint = Parmi les comptes gérés par cette organisation, ses membres et les joueurs de ses tournois.
panel-find-field = Nom ou nom d’utilisateur
panel-found = { $count ->
    [one] { $count } personne trouvée.
   *[other] { $count } personnes trouvées.
}
panel-find-elsewhere = Une personne d’une autre organisation s’invite par son nom d’utilisateur.
panel-not-a-member = pas membre
panel-show-member = Voir le membre
panel-invite = Inviter
panel-profile-of = Profil de { $name }
panel-link-for = Créer un lien de mot de passe pour { $name } ?
panel-link-means = Avec ce lien, la personne définit un nouveau mot de passe, une seule fois, dans la journée qui suit. Un lien antérieur cesse de fonctionner.
panel-link-until = Le mot de passe actuel reste valable jusqu’à l’utilisation du lien ; toutes les sessions se terminent alors.
panel-do-create-link = Créer le lien
panel-link-was-created = Le lien a été créé
panel-link-title = Un lien pour définir un mot de passe
panel-link-give = Transmettez-le à { $name } sans que personne d’autre puisse le lire. Le nom d’utilisateur est « { $username } ».
panel-link = Lien
panel-link-works = Il fonctionne une seule fois, jusqu’au { $time }.
panel-link-first = La première personne qui l’ouvre définit le mot de passe.

## Ce que les rôles permettent

panel-roles-may = Ce que permet chaque rôle
panel-may-read-events = lire les conventions, tournois, classements et decklists
panel-may-read-own-keys = lire ses propres clés
panel-may-read-own-registrations = lire ses propres inscriptions
panel-may-manage-own-account = gérer son propre compte et ses adhésions
panel-may-read-registrations = lire les inscriptions, pénalités, réglages et journaux des tournois
panel-may-write-decklists = modifier les decklists
panel-may-judge = arbitrer les matchs, donner des pénalités et répondre aux appels d’arbitre
panel-may-register = inscrire des joueurs et gérer les inscriptions
panel-may-run-rounds = gérer les rondes et saisir les résultats
panel-may-search-people = chercher des personnes
panel-may-manage-events = gérer les conventions et les tournois
panel-may-manage-store-page = modifier la page de la boutique
panel-may-manage-members = gérer les membres
panel-may-manage-webhooks = gérer les webhooks
panel-may-manage-keys = gérer les clés
panel-may-read-audit = lire le journal de l’organisation

## Clés

panel-keys-hint = Avec une clé, un programme lit et écrit pour cette organisation : un overlay, un écran d’appariements, un site web.
panel-no-keys = Il n’y a pas encore de clé.
panel-last-use = Dernière utilisation
panel-key-number = N° { $number }
panel-key-read-only = lecture seule
panel-revoke = Révoquer
panel-revoke-key-of = Révoquer la clé { $name }
panel-new-key = Créer une clé
panel-do-create-key = Créer la clé
panel-key-name-hint = À quoi elle sert, par exemple « overlay du stream ».
panel-make-read-only = Limiter la clé à la lecture
panel-make-read-only-hint = La clé ne modifie rien, même si son rôle le permet.
panel-last-day-hint = Valable jusqu’à la fin de ce jour, en UTC.
panel-key-last-day-hint = Valable jusqu’à la fin de ce jour, en UTC. Sans date, la clé n’expire pas ; une date passée y met fin aussitôt.
panel-no-day = N’est pas une date. Écrivez l’année, le mois et le jour : 2026-12-31.
panel-key-was-created = La clé a été créée
panel-your-key = Votre nouvelle clé
panel-key = Clé
panel-it-is-called = Nom : « { $name } ».
panel-key-header = Les programmes l’envoient dans l’en-tête X-API-Key.
panel-key-role = Elle a le rôle { $role }.
panel-key-role-read-only = Elle a le rôle { $role }, en lecture seule.
panel-key-tied = Elle est liée à { $name } : son rôle change avec celui de ce membre, et elle cesse de fonctionner quand ce membre part.
panel-does-not-expire = Elle n’expire pas ; révoquez-la quand elle ne sert plus.
panel-works-until = Elle est valable jusqu’à la fin du { $day } (UTC).
panel-key-title = Clé « { $name } »
panel-to-keys = Retour aux clés
panel-to-revoke-key = Révoquer cette clé
panel-key-fact = Elle a le rôle { $role } et est liée à { $name }.
panel-key-fact-read-only = Elle a le rôle { $role }, est en lecture seule et est liée à { $name }.
panel-key-made = Création : { $created }. Dernière utilisation : { $used }.
panel-key-state = État : { $state }.
panel-state-revoked = Révoquée
panel-state-member-left = Membre parti
panel-state-expired = Expirée
panel-state-ends-soon = Expire bientôt
panel-state-active = Active
panel-revoke-key-title = Révoquer « { $name } » ?
panel-revoke-key-means = Les programmes qui utilisent cette clé cessent de fonctionner dans la seconde. C’est irréversible.
panel-never-used = Elle n’a jamais servi.
panel-last-used = Dernière utilisation : { $time }.
panel-do-revoke-key = Révoquer la clé

## Le journal de l’organisation

panel-audit-hint = Les dernières actions, les plus récentes en premier. Rien ici ne peut être modifié.
panel-audit-none = Il n’y a rien de plus ancien.
panel-audit-action = Action
panel-audit-time = Date
panel-audit-by = Par
panel-audit-quoted = « { $name } »
panel-organization-created = Organisation « { $name } » créée
panel-organization-renamed = Organisation renommée en « { $name } »
panel-organization-time-zone-set = Le fuseau horaire est maintenant { $time_zone }
panel-organization-store-texts-changed = Textes de la page de la boutique modifiés
panel-organization-store-brand-changed = Adresse et couleur de la page de la boutique modifiées : /stores/{ $slug }/
panel-organization-logo-set = { $logo ->
    [none] Le logo a été retiré
   *[some] Le logo a été changé
}
panel-organization-member-added = { $name } est devenu membre : { $role }
panel-organization-member-invited = Invitation de « { $name } » : { $role }
panel-organization-invitation-declined = « { $name } » a refusé l’invitation
panel-organization-invitation-withdrawn = Invitation de « { $name } » retirée
panel-organization-member-role-changed = { $name } a reçu le rôle { $role }
panel-organization-member-role-provided = { $name } a ce rôle par la connexion avec { $provider }
panel-organization-member-removed = { $name } ne fait plus partie des membres
panel-organization-api-key-issued = Clé { $key } créée
panel-organization-api-key-narrowed = Clé { $key } passée en lecture seule
panel-organization-api-key-renamed = Clé { $key_id } renommée en « { $name } »
panel-organization-api-key-expiry-set = { $expires_at ->
    [none] La clé { $key } n’expire plus
   *[other] La clé { $key } expire le { $time }
}
panel-organization-api-key-revoked = Clé { $key } révoquée
panel-organization-webhook-added = Webhook ajouté : { $webhook }
panel-organization-webhook-changed = { $enabled ->
    [yes] Webhook modifié : { $webhook }
   *[no] Webhook modifié, il est désactivé : { $webhook }
}
panel-organization-webhook-secret-rotated = Secret d’un webhook renouvelé : { $webhook }
panel-organization-webhook-disabled = Webhook désactivé, car son adresse n’accepte aucun message : { $webhook }
panel-organization-webhook-removed = Webhook supprimé : { $webhook }
panel-organization-series-planned = Série d’événements planifiée
panel-organization-series-ended = Série d’événements terminée
panel-organization-api-key-used = Clé { $key } utilisée
panel-audit-member-number = membre { $number }
panel-audit-event-number = tournoi { $number }
panel-audit-convention-number = convention { $number }
panel-audit-decklist-number = decklist { $number }
panel-audit-user-number = personne { $number }

## Le compte personnel

panel-your-account = Votre compte
panel-profile = Profil
panel-your-profile = Votre profil
panel-password-and-sessions = Mot de passe et sessions
panel-signed-in-for = La connexion reste active pendant une semaine.
panel-change-password = Modifier votre mot de passe
panel-do-change-password = Modifier le mot de passe
panel-change-password-ends = Toutes vos sessions se terminent ; ce navigateur en reçoit une nouvelle.
panel-end-sessions = Se déconnecter partout ?
panel-do-end-sessions = Se déconnecter partout
panel-end-sessions-means = Toutes vos sessions se terminent, dans tous les navigateurs. Ce navigateur en reçoit une nouvelle.
panel-end-sessions-tokens = Les jetons restent valables ; révoquez-les un par un.
panel-invitations-hint = Vous ne devenez membre qu’en acceptant. L’organisation voit alors votre nom sur ses pages.
panel-accept = Accepter
panel-accept-of = Accepter l’invitation de { $name }
panel-decline = Refuser
panel-decline-of = Refuser l’invitation de { $name }
panel-accept-title = Accepter l’invitation de { $name } ?
panel-accept-means = Vous devenez membre de l’organisation { $name } : { $role }. Ses pages montreront alors votre nom.
panel-do-accept = Accepter l’invitation
panel-not-now = Pas maintenant
panel-organizations = Organisations
panel-organization-number = organisation { $number }
panel-you-work-here = Vous travaillez ici
panel-do-switch-here = Passer à celle-ci
panel-end-account = Quitter ou supprimer
panel-leave-of = Quitter { $name }
panel-leave-title = Quitter { $name } ?
panel-leave-means = Vous ne serez plus membre de l’organisation { $name }. Cesseront aussitôt de fonctionner :
panel-leave-keys = vos clés de cette organisation
panel-leave-tokens = vos jetons et sessions pour elle
panel-do-leave = Quitter l’organisation
panel-stay-member = Rester membre
panel-you-are-last = Il n’y a pas d’autre administrateur que vous. Donnez d’abord ce rôle à un autre membre.
panel-tokens = Jetons
panel-tokens-hint = Avec un jeton, vos propres programmes lisent et modifient des decklists en votre nom.
panel-no-tokens = Vous n’avez pas de jeton.
panel-acts-for = Agit pour
panel-me-only = moi uniquement
panel-revoke-token-of = Révoquer le jeton { $name }
panel-new-token = Créer un jeton
panel-new-token-hint = Avec un jeton, un de vos programmes peut agir en votre nom sans votre mot de passe.
panel-do-create-token = Créer le jeton
panel-token-name-hint = À quoi il sert, par exemple « mon outil de decks ».
panel-only-me = Pour moi uniquement
panel-only-me-hint = Il lit et modifie mes propres decklists.
panel-as-member = En tant que membre : { $name }
panel-as-member-hint = Il y a mes droits sur les decklists, avec le rôle { $role }.
panel-token-was-created = Le jeton a été créé
panel-your-token = Votre nouveau jeton
panel-token = Jeton
panel-token-header = Les programmes l’envoient dans l’en-tête Authorization, après le mot Token.
panel-token-acts = Toute personne qui l’a peut agir en votre nom.
panel-revoke-token-title = Révoquer ce jeton ?
panel-revoke-token-means = Les programmes qui utilisent le jeton « { $name } » cessent aussitôt de fonctionner. C’est irréversible.
panel-do-revoke-token = Révoquer le jeton

panel-erase = Effacer la personne
panel-erase-title = Effacer { $name } ?
panel-erase-goes = Le nom, le nom d’utilisateur, l’adresse e-mail, le mot de passe, les jetons, les liens privés et les adhésions sont effacés.
panel-erase-merged-too = Les comptes fusionnés dans celui-ci sont effacés aussi.
panel-erase-stays = Les résultats et les listes restent, sous « Player { $number } ».
panel-erase-for-ever = Si la personne revient, ce sera avec un nouveau compte.
panel-do-erase = Effacer définitivement
# Webhooks.
panel-webhooks-hint = Un webhook envoie un message à votre propre programme quand quelque chose change dans les tournois de l’organisation.
panel-no-webhooks = Il n’y a pas encore de webhook.
panel-new-webhook = Ajouter un webhook
panel-do-add-webhook = Ajouter le webhook
panel-webhook-url = Adresse
panel-webhook-url-hint = Elle commence par https:// et doit être accessible depuis Internet.
panel-webhook-description-hint = À quoi il sert, par exemple « écrans de la salle ».
panel-webhook-enabled = Envoyer des messages
panel-webhook-enabled-hint = Tant que cette case est décochée, rien n’est envoyé, et ce qui se passe entre-temps ne le sera pas plus tard.
panel-webhook-types-hint = Choisissez les types de messages. Si aucun n’est choisi, tous sont envoyés, y compris ceux des versions à venir.
panel-webhook-types = Messages
panel-webhook-all-types = Tous
panel-webhook-on = Activé
panel-webhook-off = Désactivé
panel-webhook-fails = N’accepte rien
panel-webhook-gone = Désactivé : 410 Gone
panel-webhook-given-up = Désactivé : n’a rien accepté pendant cinq jours
panel-webhook-your-secret = Le secret de votre webhook
panel-webhook-secret-of = Il signe les messages de « { $name } ». Il n’est affiché que maintenant.
panel-webhook-secret = Secret
panel-webhook-starts-now = Le webhook envoie ce qui se passe à partir de maintenant.
panel-webhook-rotation = Pendant 24 heures, les messages ont deux signatures : avec ce secret et avec le précédent.
panel-webhook-was-added = Le webhook a été ajouté
panel-webhook-was-rotated = Le secret a été renouvelé
panel-webhook-title = Webhook « { $name } »
panel-to-webhooks = Retour aux webhooks
panel-to-rotate-secret = Renouveler le secret
panel-to-remove-webhook = Supprimer ce webhook
panel-webhook-fails-since = Son adresse n’accepte rien depuis le { $time }.
panel-webhook-disabled-at = Il a été désactivé le { $time }. Réactivez-le pour envoyer de nouveau des messages.
panel-webhook-two-secrets = Les messages ont deux signatures jusqu’au { $time }.
panel-rotate-webhook-title = Renouveler le secret de « { $name } » ?
panel-rotate-webhook-means = Vous recevez un nouveau secret. L’actuel signe encore pendant 24 heures ; les précédents cessent aussitôt de signer.
panel-remove-webhook-title = Supprimer « { $name } » ?
panel-remove-webhook-means = Plus rien ne lui est envoyé, et ses envois ne sont plus affichés. C’est irréversible.
panel-do-remove-webhook = Supprimer le webhook
panel-deliveries = Envois
panel-deliveries-of = Envois de { $name }
panel-deliveries-title = Envois de « { $name } »
panel-deliveries-all = Tout afficher
panel-deliveries-undelivered = Afficher les envois non remis
panel-deliveries-hint = Les messages des 30 derniers jours. Un message non remis peut être renvoyé.
panel-no-deliveries = Il n’y a aucun envoi ici.
panel-delivery-happened = Date des faits
panel-delivery-last = Dernière tentative
panel-delivery-answer = Dernière réponse
panel-delivery-no-answer = aucune
panel-delivery-pending = En attente
panel-delivery-delivered = Remis
panel-delivery-undelivered = Non remis
panel-delivery-attempts = { $count ->
    [one] { $count } tentative
   *[other] { $count } tentatives
}
panel-resend-of = Renvoyer : envoi { $number }
panel-do-resend = Renvoyer
panel-resend-period = Renvoyer une période
panel-resend-period-hint = Renvoie tous les messages sur ce qui s’est passé durant cette période (UTC), qu’ils aient été remis ou non.
panel-webhook-from = Du
panel-webhook-to = Au
panel-do-resend-period = Renvoyer la période
panel-webhook-no-time = Ce n’est pas une date avec une heure.

## Le formulaire de la page de la boutique

panel-store-means = Tout le monde voit cette page : elle montre vos tournois publics et ce que vous écrivez ici.
panel-store-show = Voir la page
panel-store-slug = Adresse de la page
panel-store-slug-hint = Minuscules, chiffres et traits d’union. Les anciennes adresses mènent toujours ici.
panel-store-about = À propos de la boutique
panel-store-about-hint = Markdown : **gras**, listes avec *, liens.
panel-store-address = Adresse postale
panel-store-website = Site web
panel-store-accent = Couleur des boutons et des liens

panel-logo = Logo
panel-logo-hint = JPEG, PNG ou WebP, 5 Mo au plus. De préférence carré, 512 × 512 pixels. Tout le monde peut le voir.

# Mail, and a password link by mail.
panel-mail = E-mail
panel-mail-off = Aucun e-mail n’est envoyé : aucun serveur de messagerie n’est configuré. L’exploitant le configure avec --smtp-url et --mail-from.
panel-mail-on = Les e-mails viennent de { $address }.
panel-mail-no-address = Votre compte n’a pas d’adresse e-mail : impossible de vous envoyer un message de test.
panel-mail-to = Un message de test est envoyé à votre propre adresse, { $address }. Vos derniers messages :
panel-mail-test = Envoyer un message de test
panel-forgotten = Mot de passe oublié ?
panel-forgotten-lead = Saisissez votre nom d’utilisateur. Nous envoyons un lien à l’adresse e-mail du compte.
panel-forgotten-do = Envoyer le lien
panel-forgotten-sent = Si ce compte a une adresse e-mail, un lien est en route. Une adresse modifiée au cours des sept derniers jours et non confirmée n’en reçoit pas. Pas d’e-mail ? Demandez un lien à un administrateur de votre organisation.
panel-letter-password = Quelqu’un a demandé un lien pour choisir un nouveau mot de passe pour « { $username } » sur { $site }.
panel-letter-password-note = Le lien fonctionne une seule fois, pendant 24 heures. Si ce n’était pas vous, ne faites rien : votre mot de passe ne change pas.
panel-confirm-email = Confirmer votre adresse e-mail
panel-confirm-email-do = Confirmer l’adresse
panel-letter-email = Cette adresse a été indiquée pour « { $username } » sur { $site }. Une fois confirmée, elle vous permet de recevoir un lien si vous oubliez votre mot de passe.
panel-letter-email-note = Le lien fonctionne une seule fois, pendant 24 heures. Si ce n’était pas vous, ne faites rien.
panel-email-confirmed = L’adresse est confirmée.
panel-letter-email-changed = Votre adresse e-mail a été modifiée
panel-letter-email-changed-lead = L’adresse e-mail de « { $username } » sur { $site } a été modifiée. Les messages n’arrivent plus à celle-ci.
panel-letter-email-changed-note = Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe, ce qui déconnecte tous les autres appareils. Saisissez ensuite à nouveau votre adresse. Si vous ne pouvez plus vous connecter, demandez à un administrateur de votre organisation.
panel-create-account = Créer un compte
panel-create-account-do = Créer le compte
panel-create-account-lead = Avec un compte, vous vous inscrivez aux événements, saisissez des résultats et retrouvez votre historique.
panel-create-account-email = Nous y envoyons un lien. Ouvrez-le pour confirmer l’adresse.
panel-create-account-off = Ce serveur n’envoie pas d’e-mails : on ne peut donc pas créer de compte soi-même. Le magasin en crée un pour vous.
panel-create-account-have = J’ai déjà un compte
panel-email-state = État de l’adresse
panel-email-is-confirmed = confirmée
panel-email-is-not = non confirmée
panel-email-again = Renvoyer le lien
panel-unproven = Ouvrez le lien reçu par e-mail pour confirmer votre adresse. D’ici là, vous ne pouvez pas vous inscrire aux événements, et le compte est supprimé après 48 heures. Pas d’e-mail ? Regardez dans les indésirables, ou corrigez l’adresse dans votre profil.
panel-download-data = Télécharger mes données
panel-delete-account = Supprimer mon compte
panel-deleted = Votre compte est supprimé
panel-letter-account = Vous avez déjà un compte
panel-letter-account-lead = Quelqu’un, probablement vous, a créé un compte sur { $site } avec cette adresse. Vous en avez déjà un : « { $username } ». Connectez-vous avec celui-ci.
panel-letter-account-note = Le lien sert en cas de mot de passe oublié. Si vous voulez un deuxième compte, connectez-vous-y et choisissez « Renvoyer le lien ». Sinon, ne faites rien : il est supprimé après 48 heures.
panel-letter-codes = Codes faux lors de votre connexion
panel-letter-codes-lead = Quelqu’un a saisi sur { $site } le bon mot de passe de { $username }, puis beaucoup de codes faux. Le compte reste protégé : pendant 24 heures, un nouveau navigateur a besoin d’un code de secours.
panel-letter-codes-note = Si ce n’était pas vous, changez votre mot de passe maintenant.
panel-letter-invitation = Invitation : { $name }
panel-letter-invitation-lead = { $name } vous invite à rejoindre son équipe sur { $site }. Connectez-vous en tant que « { $username } » pour accepter ou refuser.
panel-mail-answer = le serveur de messagerie a répondu { $status }
panel-mail-why = la raison est dans le journal du service
panel-letter-test = Message de test
panel-letter-test-lead = Les e-mails de { $site } arrivent bien.

# Channels at Discord, and posts there.
panel-discord = Discord
panel-discord-lead = Les appariements, les résultats des premières tables et les classements finaux des tournois publics sont publiés dans ces salons, dans la langue dans laquelle vous ajoutez le salon.
panel-discord-url = Adresse du webhook
panel-discord-url-hint = Dans Discord : paramètres du salon, Intégrations, Webhooks, Copier l’URL du webhook. L’adresse est secrète et n’est plus affichée ensuite. Un premier message est envoyé lors de l’ajout.
panel-discord-event-hint = Le numéro dans l’adresse du tournoi, si le salon concerne un seul tournoi.
panel-discord-all-events = tous les tournois
panel-discord-add = Ajouter le salon
panel-discord-hello = Les appariements, les résultats et les classements de { $site } seront publiés ici.
panel-discord-remove = Supprimer { $name }
panel-discord-more = et { $count } de plus

panel-claims = Réclamations de résultats
panel-claims-hint = Une personne qui a un compte dit que les résultats d’un invité sont les siens. Acceptez si vous savez que c’est vrai : ces tournois montrent alors le nom du compte. Vous pouvez l’annuler dans la gestion du tournoi, sur la page du joueur. Une réclamation refusée ne peut pas être répétée.
panel-claims-none = Personne ne réclame de résultats.
panel-claim-guest = Invité
panel-claim-by = Compte
panel-claim-agree = Accepter
panel-claim-refuse = Refuser
panel-claim-agree-of = Accepter que { $guest } est { $account }
panel-claim-refuse-of = Refuser que { $guest } est { $account }
panel-todo-staff = { $count ->
    [one] Vous faites partie de l’équipe d’un tournoi
   *[other] Vous faites partie de l’équipe de { $count } tournois
}
panel-todo-claims = { $count ->
    [one] Les résultats d’un invité sont réclamés
   *[other] Les résultats de { $count } invités sont réclamés
}

panel-two-step = Connexion en deux étapes
panel-two-step-hint = Après le mot de passe, la connexion demande alors un code d’une application d’authentification. Scannez ceci avec l’application et saisissez les six chiffres qu’elle affiche.
panel-two-step-secret = Si vous ne pouvez pas scanner, saisissez ceci dans l’application : { $secret }
panel-two-step-code = Code
panel-two-step-on = Activer
panel-two-step-off = Désactiver
panel-two-step-is-on = La connexion en deux étapes est activée. { $count ->
    [one] Il reste { $count } code de secours.
   *[other] Il reste { $count } codes de secours.
} Il faut un code pour la désactiver.
panel-recovery-codes = Codes de secours
panel-recovery-codes-lead = La connexion en deux étapes est activée. Imprimez ces codes ou notez-les : chacun vous connecte une fois si vous n’avez pas votre téléphone.
panel-recovery-codes-once = Ils ne sont affichés qu’une fois. Gardez-les là où d’autres ne les trouvent pas. Si vous les perdez, désactivez puis réactivez la connexion en deux étapes : vous en recevrez de nouveaux.
panel-code-lead = Saisissez le code que votre application d’authentification affiche, ou un code de secours.
panel-code-wrong = Ce code est faux ou a déjà servi. Essayez le suivant.
panel-code-recovery = Trop de codes étaient faux ces dernières 24 heures. Utilisez un code de secours, ou un navigateur dans lequel vous vous êtes déjà connecté.
panel-two-step-off-of = Désactiver la connexion en deux étapes de { $name }
panel-two-step-off-means = { $name } se connecte alors avec le mot de passe seul. Ne le faites que si vous savez avec certitude qui a perdu le téléphone.
panel-sign-in-with = Se connecter avec { $name }
panel-no-passwords = Ici, on se connecte avec un compte d’un autre service, pas avec un mot de passe.
panel-create-account-provider = Votre compte est créé ici à votre première connexion.
panel-providers = Se connecter avec d’autres comptes
panel-providers-none = Vous pouvez aussi vous connecter ici avec un compte d’un autre service.
panel-providers-linked = Vous vous connectez aussi avec
panel-link-provider = Associer { $name }
panel-link-provider-lead = Associer { $account } chez { $name } à votre compte d’ici ? Vous pourrez alors aussi vous connecter avec ce compte.
panel-link-provider-do = Associer le compte
panel-unlink-provider = Dissocier
panel-provider-again = Cette connexion n’a pas commencé dans ce navigateur, a déjà servi ou a pris trop de temps. Veuillez recommencer.
panel-provider-denied = Vous n’avez pas donné votre accord chez { $name } : vous n’êtes donc pas connecté.
panel-provider-failed = { $name } n’a pas donné de réponse valable. Veuillez recommencer. Si cela se répète, prévenez l’exploitant de ce service.
panel-provider-down = { $name } ne répond pas. Veuillez réessayer plus tard.
panel-provider-clock = La connexion chez { $name } a pris trop de temps, ou l’horloge de ce serveur est fausse. Veuillez recommencer.
panel-provider-no-email = Un nouveau compte a besoin d’une adresse e-mail vérifiée par { $name }. Vérifiez-y votre adresse, puis connectez-vous de nouveau.
panel-provider-known = Vous avez déjà un compte ici. Connectez-vous avec votre mot de passe et associez { $name } sur la page de votre compte.
panel-provider-known-link = Vous avez déjà un compte ici. Demandez à un administrateur de votre organisation un lien de connexion et associez { $name } sur la page de votre compte.
