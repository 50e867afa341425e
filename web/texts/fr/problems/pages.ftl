# Messages des pages, par code.

problem-account-not-managed = Votre organisation ne gère pas ce compte, ou la personne est aussi membre d’une autre organisation. La personne elle-même peut le modifier, ou l’exploitant du service.
problem-empty = Ce champ ne peut pas être vide.
problem-no-such-picture = Cette image n’existe pas.
problem-page-form-from-other-site = Ce formulaire venait d’une page d’un autre site.
problem-page-form-not-whole = Le formulaire n’est pas arrivé en entier. Veuillez l’envoyer de nouveau.
problem-page-form-of-another-type = Les formulaires de ces pages s’envoient en { $most }.
problem-page-form-of-other-session = Ce formulaire appartient à une autre session : vous avez ouvert une nouvelle session ou changé d’organisation entre-temps. Rien n’a été fait. Revenez en arrière, rechargez la page et envoyez-la de nouveau.
problem-page-form-too-large = Ce formulaire est trop volumineux.
problem-not-a-member-there = Vous n’êtes pas membre de l’organisation choisie.
problem-not-signed-in = Vous n’avez pas ouvert de session.
problem-page-not-found = Il n’y a rien à cette adresse. Elle contient peut-être une faute de frappe, ou son contenu a été supprimé.
problem-page-write-uncertain = Une erreur s’est produite pendant l’enregistrement. Cela a peut-être été fait, peut-être pas : vérifiez avant de réessayer.
problem-stopping = Le service est en train de s’arrêter. Veuillez vous reconnecter.
