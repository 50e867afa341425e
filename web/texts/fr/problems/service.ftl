# Messages des parties communes du service, par code.

problem-address-too-large = L’adresse et les en-têtes peuvent avoir { $limit } octets en tout et en ont { $size } : l’adresse a { $own } octets.
problem-answer-too-late = La réponse a pris trop de temps. Veuillez réessayer.
problem-authorization-not-understood = L’en-tête Authorization n’est pas compris. Envoyez un jeton sous la forme « Authorization: Token ut_… ».
problem-body-incomplete = Le corps est incomplet.
problem-body-too-large = Le corps peut avoir au plus { $most } octets.
problem-body-too-large-as-declared = Le corps peut avoir au plus { $most } octets ; celui-ci en a { $bytes }.
problem-body-too-late = Le corps de la requête n’est pas arrivé à temps.
problem-change-from-other-site = Une page d’un autre site ne peut rien modifier en votre nom.
problem-consistency-token-not-issued-here = L’en-tête Consistency-Token ne vient pas de ce service.
problem-consistency-token-of-other-organization = L’en-tête Consistency-Token appartient à une autre organisation.
problem-consistency-token-of-replaced-log = L’en-tête Consistency-Token est plus ancien que la sauvegarde à partir de laquelle ce service a été restauré, et sa modification est peut-être perdue. Lisez sans lui.
problem-credential-expired = { $what ->
    [token] Ce jeton a expiré
   *[other] Cette clé a expiré
} le { $expiry }.
problem-credential-revoked = { $what ->
    [token] Ce jeton a été révoqué
   *[other] Cette clé a été révoquée
}.
problem-data-away = Les données enregistrées sont inaccessibles pour le moment. Veuillez réessayer.
problem-data-being-restored = Une partie des données était abîmée et est en cours de restauration. Veuillez réessayer.
problem-data-damaged = Les données enregistrées sont abîmées, et le service n’accepte aucune modification tant qu’elles ne sont pas réparées. Rien n’a été enregistré.
problem-given-twice = Cela a été indiqué plus d’une fois.
problem-header-too-large = L’adresse et les en-têtes peuvent avoir { $limit } octets en tout et en ont { $size } : l’en-tête { $name } a { $own } octets.
problem-internal = Une erreur s’est produite de notre côté. Elle a été notée dans les journaux. Veuillez réessayer plus tard.
problem-invalid-host = L’en-tête Host doit nommer un hôte, par exemple events.example ou events.example:8080.
problem-little-room = L’espace de stockage est presque plein, et le reste est réservé à l’équipe du tournoi. Rien n’a été enregistré.
problem-malformed-api-key = La valeur de { $header } n’est pas une clé API : elle est mal saisie ou tronquée. Une clé se compose de « sk_ » et de 36 lettres et chiffres.
problem-malformed-consistency-token = L’en-tête Consistency-Token n’est pas un jeton valide : envoyez-le tel qu’il figurait dans la réponse à une modification.
problem-malformed-token = La valeur de Authorization n’est pas un jeton : elle est mal saisie ou tronquée. Un jeton se compose de « ut_ » et de 36 lettres et chiffres.
problem-members-only = Seuls les membres d’une organisation peuvent faire cela.
problem-membership-ended = Vous n’êtes plus membre de l’organisation pour laquelle cela vaut.
problem-method-not-allowed = Seul { $allow } est possible ici.
problem-missing-host = L’en-tête Host manque. HTTP/1.1 l’exige.
problem-no-api-key = Aucune clé API n’a été envoyée. Envoyez-en une dans l’en-tête X-API-Key.
problem-no-credential = Aucun identifiant n’a été envoyé. Envoyez une clé API dans l’en-tête X-API-Key ou un jeton sous la forme « Authorization: Token ut_… », ou connectez-vous sur /login/.
problem-no-room = Il n’y a plus de place pour enregistrer cela. Rien n’a été enregistré.
problem-no-session = Vous n’avez pas ouvert de session. Connectez-vous sur /login/.
problem-no-token = Aucun jeton n’a été envoyé. Envoyez-en un sous la forme « Authorization: Token ut_… ». Une session ne suffit pas ; la page de votre compte, sur /admin/account/, demande à la place votre mot de passe.
problem-not-by-private-link = Un lien privé ne permet pas cela.
problem-not-found = { $what ->
    [announcement] Il n’y a pas d’annonce
    [call] Il n’y a pas d’appel
    [convention] Il n’y a pas de convention
    [decklist] Il n’y a pas de decklist
    [delivery] Il n’y a pas d’envoi
    [event] Il n’y a pas de tournoi
    [invitation] Il n’y a pas d’invitation
    [match] Il n’y a pas de match
    [member] Il n’y a pas de membre
    [membership] Il n’y a pas d’adhésion
    [organization] Il n’y a pas d’organisation
    [penalty] Il n’y a pas de pénalité
    [registration] Il n’y a pas d’inscription
    [round] Il n’y a pas de ronde
    [team] Il n’y a pas d’équipe
    [token] Il n’y a pas de jeton
    [user] Il n’y a pas de personne
    [webhook] Il n’y a pas de webhook
   *[other] Il n’y a rien
} avec le numéro « { $id } ».
problem-not-ready = Pas prêt : { $parts }.
problem-not-stored = Rien ne peut être enregistré pour le moment. Rien n’a été enregistré. Veuillez réessayer.
problem-part-not-ready = { $reason }
problem-quota-of-writes-used = Vous avez utilisé vos { $most } modifications par minute. Réessayez dans { $seconds } secondes.
problem-read-only-key = Cette clé API est en lecture seule.
problem-role-of-key = Le rôle de cette clé API, « { $role ->
    [ADMIN] Administrateur
    [ORGANIZER] Organisateur
    [SCOREKEEPER] Scorekeeper
    [JUDGE] Arbitre
    [READ_ONLY] Lecture seule
   *[other] { $role }
} », ne permet pas cela. Ces rôles le permettent : { $roles }.
problem-role-of-member = Votre rôle dans cette organisation, « { $role ->
    [ADMIN] Administrateur
    [ORGANIZER] Organisateur
    [SCOREKEEPER] Scorekeeper
    [JUDGE] Arbitre
    [READ_ONLY] Lecture seule
   *[other] { $role }
} », ne permet pas cela. Ces rôles le permettent : { $roles }.
problem-role-of-members-only = Seuls les membres d’une organisation peuvent faire cela. Ces rôles le permettent : { $roles }.
problem-session-over = Votre session est terminée. Reconnectez-vous sur /login/.
problem-several-hosts = La requête a plusieurs en-têtes Host ; il en faut exactement un.
problem-stored-but-unanswered = La modification est enregistrée, mais la réponse est illisible pour le moment. Répétez la requête avec le même Idempotency-Key pour l’obtenir.
problem-too-many-answers = Trop d’envois à la fois : { $already } { $what ->
    [lists] listes
    [exports] exports
    [streams] flux
   *[other] réponses
} sont déjà en cours, et c’est le maximum. Veuillez réessayer.
problem-too-many-requests-in-progress = Vous avez { $most } requêtes en cours, c’est le maximum. Attendez que certaines aient reçu une réponse.
problem-too-many-writes-wait = Trop de modifications attendent d’être enregistrées. Rien n’a été enregistré. Veuillez réessayer.
problem-too-much-data = Le service reçoit trop de données en ce moment. Veuillez réessayer.
problem-two-credentials = X-API-Key et Authorization: Token sont arrivés ensemble, peut-être de personnes différentes. N’envoyez que l’un des deux.
problem-unknown-api-key-value = Cette clé API n’est pas connue ici.
problem-unknown-name = { $kind ->
    [field] Champ inconnu
   *[other] Paramètre inconnu
} : « { $sent } ».
problem-unknown-name-with-a-similar-one = { $kind ->
    [field] Champ inconnu
   *[other] Paramètre inconnu
} : « { $sent } ». Vouliez-vous dire « { $near } » ?
problem-unknown-part = Ce processus n’a pas ce rôle. Tous les rôles figurent sous « parts » à /readyz.
problem-unknown-token-value = Ce jeton n’est pas connu ici.
problem-unused-parameter = { $name } : { $fault } { $taken }
problem-unused-parameters = { $several } paramètres ne sont pas valides, voir « errors ». { $taken }
problem-write-too-late = La réponse a pris trop de temps. La modification a peut-être été faite, peut-être pas. Répétez la requête avec le même Idempotency-Key : elle ne sera exécutée qu’une fois.
problem-write-uncertain = Une erreur s’est produite pendant l’enregistrement. Cela a peut-être été fait, peut-être pas. Répétez la requête avec le même Idempotency-Key : elle ne sera exécutée qu’une fois.
