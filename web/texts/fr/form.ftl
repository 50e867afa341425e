# Les champs des formulaires, et leurs messages.

form-error = Erreur :
form-optional = (facultatif)
form-actions = Actions
form-refused = Cela n’a pas été enregistré
form-choose = Choisissez l’une de ces possibilités.
form-copy = Copier
form-copied = Copié.
form-selected = Sélectionné : copiez-le avec Ctrl+C ou ⌘C.
form-once = Affiché une seule fois. En cas de perte, créez-en un nouveau.
form-current-password = Votre mot de passe actuel
form-not-your-password = Ce n’est pas votre mot de passe.
form-too-many-attempts = Il y a eu trop de tentatives. Attendez { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
}, puis réessayez.
form-plain-http = Cette page a été ouverte en HTTP, sans chiffrement : tout le monde sur le réseau peut lire votre mot de passe, et votre navigateur ne garde pas la connexion. { $login ->
    [none] Demandez à l’exploitant une adresse qui commence par https://.
   *[other] Ouvrez plutôt { $login }.
} L’exploitant peut aussi l’autoriser, avec l’option --allow-plain-http.
form-picture-now = Image actuelle
form-picture-file = Nouvelle image
form-picture-save = Enregistrer l’image
form-picture-remove = Retirer l’image
