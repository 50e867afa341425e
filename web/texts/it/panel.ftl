# Il pannello: accesso, membri, chiavi, registro e account.

panel-username = Nome utente
panel-password = Password
panel-created = Creazione
panel-last-day = Ultimo giorno
panel-first-name = Nome
panel-last-name = Cognome
panel-email = Indirizzo e-mail
panel-pronouns = Pronomi
panel-none = nessuno
panel-never = mai
panel-keep-it = No, mantieni
panel-saved-it = L’ho salvato
panel-continue = Continua
panel-already-sent = Questo modulo è già stato inviato ed eseguito. Il valore era nella risposta e non viene mostrato di nuovo.
panel-already-sent-value = Se non hai salvato il valore, revocalo e creane uno nuovo.

## Entrare e uscire

panel-waits-for-set-up = Questa installazione è da configurare. Crosstable ha mostrato il link all’avvio; è anche nel file set-up-link nella cartella dei dati.
panel-sign-in-wrong = Nome utente e password non corrispondono. In entrambi contano maiuscole e minuscole.
panel-sign-in-note = Non hai ancora una password o non la ricordi? Chiedi a un amministratore della tua organizzazione un link per impostarla.
panel-sign-out = Vuoi uscire?
panel-sign-out-means = Si chiude la sessione in questo browser. Nella pagina del tuo account puoi chiuderle tutte.
panel-stay-signed-in = Mantieni l’accesso
panel-set-password = Imposta una password
panel-do-set-password = Imposta la password
panel-set-password-for = Per { $name }. Subito dopo avrai effettuato l’accesso.
panel-repeat-password = Ripeti la password
panel-new-password = Nuova password
panel-new-password-hint = Da 10 a 128 caratteri. Più parole sono più facili da ricordare di simboli e cifre.
panel-repeat-new-password = Ripeti la nuova password
panel-passwords-differ = Le due password sono diverse. Scrivi due volte la stessa.
panel-no-link = Questo link non funziona più
panel-no-link-why = È già stato usato, ha più di un giorno, è stato sostituito da un link più recente, oppure manca una lettera. Chiedine uno nuovo a chi te l’ha dato.

## La configurazione

panel-is-set-up = Questa installazione è già configurata.
panel-set-up-title = Configura Crosstable
panel-set-up-lead = Questa pagina crea il tuo negozio e il tuo account. Dopo, il link non vale più.
panel-set-up-do = Configura
panel-set-up-organization = Nome del negozio o del club
panel-set-up-zone-hint = Basta una città, come Roma. I nuovi tornei hanno questo fuso.
panel-set-up-name = Il tuo nome
panel-set-up-username-hint = Serve per accedere. Dopo non si può cambiare.
panel-set-up-address = Indirizzo di questo server
panel-set-up-address-hint = I link e i codici QR iniziano così. I telefoni devono raggiungerlo: l’indirizzo di questo computer nella tua rete, o un nome come https://events.example.
panel-set-up-mail-hint = Facoltativo: senza, non si inviano e-mail
panel-set-up-smtp = Server di posta
panel-set-up-smtp-hint = smtps://mail.example, o smtp://mail.example:587
panel-set-up-from = Indirizzo del mittente
panel-set-up-smtp-user = Nome utente del server
panel-set-up-smtp-password = Password del server
panel-set-up-wrong = Non si può usare. Controlla, o lascia vuoto.
panel-set-up-done = Il tuo server è configurato
panel-set-up-next = Prossimi passi
panel-set-up-staff = Invita lo staff
panel-set-up-demo = Per vedere dati di esempio, esegui questo in un’altra cartella:
panel-set-up-try = Provalo con un telefono
panel-set-up-only-here = Solo questo computer raggiunge l’indirizzo. Per i telefoni, avvia Crosstable con --listen 0.0.0.0:8080 e --public-url con l’indirizzo di questo computer nella tua rete.
panel-set-up-no-tls = Senza HTTPS, lo staff accede solo da questo computer e i telefoni non ricevono notifiche. I link degli ospiti funzionano.

## Il riepilogo

panel-to-do = Da fare
panel-newest-events = Tornei più recenti
panel-no-events = Non ci sono ancora tornei.
panel-event = Torneo
panel-begins = Inizio
panel-public-page = Pagina pubblica
panel-public-page-of = Pagina pubblica di { $name }
panel-not-public = non pubblico
panel-no-date = senza data
panel-todo-results = { $count ->
    [one] { $count } match non ha ancora un risultato
   *[other] { $count } match non hanno ancora un risultato
}{ $round ->
    [-1] {""}
    [0] { " " }nel player meeting
   *[other] { " " }nel turno { $round }
}
panel-todo-invited = { $name } ti invita a diventare membro.
panel-todo-one-administrator = C’è un solo amministratore. Se non può più accedere, qui nessuno può rimediare: aggiungine un altro.
panel-todo-webhook-gone = Il webhook “{ $name }” è stato disattivato: il suo indirizzo ha risposto 410 Gone.
panel-todo-webhook-given-up = Il webhook “{ $name }” è stato disattivato: per cinque giorni il suo indirizzo non ha accettato nulla.
panel-todo-webhook-fails = L’indirizzo del webhook “{ $name }” non accetta messaggi.
panel-todo-key-ends = La chiave “{ $name }” scade alla fine di questo giorno: { $day } (UTC).

## Membri e persone

panel-new-account = Crea un account
panel-to-invite = Invita con il nome utente
panel-find-person = Cerca una persona
panel-members-hint = I membri di questa organizzazione e i loro ruoli.
panel-signing-in = Accesso
panel-active-keys = Chiavi attive
panel-keys-count = { $count ->
    [one] { $count } chiave
   *[other] { $count } chiavi
}
panel-you = Tu
panel-invitations = Inviti
panel-unanswered = Queste persone non hanno ancora risposto. Accedono e accettano o rifiutano su { $address }.
panel-invited = Invito
panel-withdraw-of = Ritira l’invito di { $username }
panel-sign-in-alone = Gestisce l’account da sé
panel-sign-in-can = Può accedere
panel-sign-in-no-username = Nessun account per accedere
panel-sign-in-link = Link non ancora usato
panel-sign-in-no-password = Ancora senza password
panel-role-in-organization = Ruolo nell’organizzazione
panel-choose-role = Scegli il ruolo
panel-do-change-role = Cambia il ruolo
panel-do-change-profile = Modifica il profilo
panel-new-link = Crea un link per la password
panel-account-alone = La persona gestisce questo account da sé. Se perde la password, può aiutarla chi gestisce il servizio.
panel-member-no-keys = Questo membro non ha chiavi.
panel-remove-member = Rimuovi dall’organizzazione
panel-member-with-role = È già membro, con il ruolo { $role }. Cambia il ruolo nella pagina del membro.
panel-invited-with-role = Ha già un invito, con il ruolo { $role }. Prima ritira quell’invito.
panel-remove-title = Rimuovere { $name }?
panel-remove-means = { $name } non sarà più membro di { $organization }. Smettono subito di funzionare:
panel-remove-key = la chiave “{ $name }”
panel-remove-tokens = { $count ->
    [one] { $count } token
   *[other] { $count } token
} di questa persona per l’organizzazione
panel-remove-sessions = le sessioni di questa persona nell’organizzazione
panel-remove-yourself = sei tu: non vedrai più queste pagine
panel-do-remove = Rimuovi il membro
panel-keep-member = Mantieni il membro
panel-invite-title = Invita un membro con il nome utente
panel-invite-hint = Per chi ha già un account su questo servizio. La persona diventa membro quando accetta l’invito. Per chiunque altro, crea un account.
panel-invite-username-hint = Il nome con cui la persona accede.
panel-no-such-username = Nessun account ha questo nome utente. Contano maiuscole e minuscole.
panel-do-invite = Invita la persona
panel-to-find-person = Cerca una persona per nome
panel-to-new-account = Crea invece un account
panel-withdraw-title = Ritirare questo invito?
panel-withdraw-means = “{ $username }” ha un invito come { $role } e non ha ancora risposto.
panel-do-withdraw = Ritira l’invito
panel-do-create-account = Crea l’account
panel-new-account-hint = Ricevi un link con cui la persona imposta una password. L’account è gestito dalla tua organizzazione.
panel-account-was-created = L’account è stato creato
panel-name-hint = Come appare negli abbinamenti e in classifica.
panel-username-hint = Serve per accedere. Poi non si può più cambiare; contano maiuscole e minuscole.
panel-username-fixed = Non si può cambiare.
panel-email-hint = Solo per tua informazione; non viene inviato nulla.
panel-find-person-hint = Tra gli account gestiti da questa organizzazione, i suoi membri e i giocatori dei suoi tornei.
panel-find-field = Nome o nome utente
panel-found = { $count ->
    [one] { $count } persona trovata.
   *[other] { $count } persone trovate.
}
panel-find-elsewhere = Una persona di un’altra organizzazione si invita con il nome utente.
panel-not-a-member = non è membro
panel-show-member = Mostra il membro
panel-invite = Invita
panel-profile-of = Profilo di { $name }
panel-link-for = Creare un link per la password di { $name }?
panel-link-means = Con il link la persona imposta una nuova password, una volta sola, entro un giorno. Un link precedente smette di funzionare.
panel-link-until = La password attuale resta valida finché il link non viene usato; poi tutte le sessioni si chiudono.
panel-do-create-link = Crea il link
panel-link-was-created = Il link è stato creato
panel-link-title = Un link per impostare la password
panel-link-give = Fallo avere a { $name } in un modo che nessun altro possa leggere. Il nome utente è “{ $username }”.
panel-link = Link
panel-link-works = Funziona una volta sola. Scadenza: { $time }.
panel-link-first = La prima persona che lo apre imposta la password.

## Che cosa può fare ogni ruolo

panel-roles-may = Cosa può fare ogni ruolo
panel-may-read-events = leggere convention, tornei, classifiche e decklist
panel-may-read-own-keys = leggere le proprie chiavi API
panel-may-read-own-registrations = leggere le proprie iscrizioni
panel-may-manage-own-account = gestire il proprio account e le proprie organizzazioni
panel-may-read-registrations = leggere iscrizioni, penalità, impostazioni e registro dei tornei
panel-may-write-decklists = scrivere decklist
panel-may-judge = arbitrare match, assegnare penalità e rispondere alle chiamate judge
panel-may-register = iscrivere giocatori e gestire le iscrizioni
panel-may-run-rounds = gestire i turni e inserire i risultati
panel-may-search-people = cercare persone
panel-may-manage-events = gestire convention e tornei
panel-may-manage-store-page = modificare la pagina del negozio
panel-may-manage-members = gestire i membri
panel-may-manage-webhooks = gestire i webhook
panel-may-manage-keys = gestire le chiavi API
panel-may-read-audit = leggere il registro dell’organizzazione

## Chiavi

panel-keys-hint = Con una chiave un programma legge e scrive per questa organizzazione: un overlay, uno schermo con gli abbinamenti, un sito.
panel-no-keys = Non ci sono ancora chiavi.
panel-last-use = Ultimo uso
panel-key-number = N. { $number }
panel-key-read-only = sola lettura
panel-revoke = Revoca
panel-revoke-key-of = Revoca la chiave { $name }
panel-new-key = Crea una chiave
panel-do-create-key = Crea la chiave
panel-key-name-hint = A che cosa serve, per esempio “overlay dello stream”.
panel-make-read-only = Rendi la chiave di sola lettura
panel-make-read-only-hint = La chiave non modifica nulla, anche se il suo ruolo può farlo.
panel-last-day-hint = Funziona fino alla fine di quel giorno, in UTC.
panel-key-last-day-hint = Funziona fino alla fine di quel giorno, in UTC. Senza un giorno non scade; un giorno passato la chiude subito.
panel-no-day = Non è una data. Scrivi anno, mese e giorno: 2026-12-31.
panel-key-was-created = La chiave è stata creata
panel-your-key = La tua nuova chiave
panel-key = Chiave
panel-it-is-called = Si chiama “{ $name }”.
panel-key-header = I programmi la inviano nell’header X-API-Key.
panel-key-role = Ha il ruolo { $role }.
panel-key-role-read-only = Ha il ruolo { $role } ed è di sola lettura.
panel-key-tied = È legata a { $name }: il suo ruolo cambia con quello del membro, e smette di funzionare quando il membro lascia l’organizzazione.
panel-does-not-expire = Non scade; revocala quando non serve più.
panel-works-until = Funziona fino alla fine di questo giorno: { $day } (UTC).
panel-key-title = Chiave “{ $name }”
panel-to-keys = Torna alle chiavi
panel-to-revoke-key = Revoca questa chiave
panel-key-fact = Ha il ruolo { $role } ed è legata a { $name }.
panel-key-fact-read-only = Ha il ruolo { $role }, è di sola lettura ed è legata a { $name }.
panel-key-made = Creazione: { $created }. Ultimo uso: { $used }.
panel-key-state = Stato: { $state }.
panel-state-revoked = Revoca avvenuta
panel-state-member-left = Membro uscito
panel-state-expired = Scadenza passata
panel-state-ends-soon = Scade presto
panel-state-active = In vigore
panel-revoke-key-title = Revocare “{ $name }”?
panel-revoke-key-means = I programmi che usano questa chiave smettono di funzionare entro un secondo. Non si può annullare.
panel-never-used = Non è mai stata usata.
panel-last-used = Ultimo uso: { $time }.
panel-do-revoke-key = Revoca la chiave

## Il registro dell’organizzazione

panel-audit-hint = Azioni recenti, dalla più nuova. Le voci non si possono modificare.
panel-audit-none = Non ci sono voci precedenti.
panel-audit-action = Azione
panel-audit-time = Data e ora
panel-audit-by = Da
panel-audit-quoted = “{ $name }”
panel-organization-created = Organizzazione “{ $name }” creata
panel-organization-renamed = Nuovo nome dell’organizzazione: “{ $name }”
panel-organization-time-zone-set = Il fuso orario ora è { $time_zone }
panel-organization-store-texts-changed = Testi della pagina del negozio modificati
panel-organization-store-brand-changed = Indirizzo e colore della pagina del negozio modificati: /stores/{ $slug }/
panel-organization-logo-set = { $logo ->
    [none] Logo rimosso
   *[some] Logo impostato
}
panel-organization-member-added = { $name } è ora membro: { $role }
panel-organization-member-invited = Invito per “{ $name }”: { $role }
panel-organization-invitation-declined = “{ $name }” ha rifiutato l’invito
panel-organization-invitation-withdrawn = Invito di “{ $name }” ritirato
panel-organization-member-role-changed = { $name } ha ora il ruolo { $role }
panel-organization-member-role-provided = { $name } ha questo ruolo tramite l’accesso con { $provider }
panel-organization-member-removed = { $name } non è più membro
panel-organization-api-key-issued = Chiave { $key } creata
panel-organization-api-key-narrowed = La chiave { $key } è ora di sola lettura
panel-organization-api-key-renamed = Nuovo nome della chiave { $key_id }: “{ $name }”
panel-organization-api-key-expiry-set = { $expires_at ->
    [none] La chiave { $key } non scade più
   *[other] Scadenza della chiave { $key }: { $time }
}
panel-organization-api-key-revoked = Chiave { $key } revocata
panel-organization-webhook-added = Webhook aggiunto: { $webhook }
panel-organization-webhook-changed = { $enabled ->
    [yes] Webhook modificato: { $webhook }
   *[no] Webhook modificato, è spento: { $webhook }
}
panel-organization-webhook-secret-rotated = Segreto di un webhook sostituito: { $webhook }
panel-organization-webhook-disabled = Webhook disattivato perché il suo indirizzo non accetta messaggi: { $webhook }
panel-organization-webhook-removed = Webhook rimosso: { $webhook }
panel-organization-series-planned = Serie di eventi pianificata
panel-organization-series-ended = Serie di eventi terminata
panel-organization-api-key-used = Chiave { $key } usata
panel-audit-member-number = membro { $number }
panel-audit-event-number = torneo { $number }
panel-audit-convention-number = convention { $number }
panel-audit-decklist-number = decklist { $number }
panel-audit-user-number = utente { $number }

## Il proprio account

panel-your-account = Il tuo account
panel-profile = Profilo
panel-your-profile = Il tuo profilo
panel-password-and-sessions = Password e sessioni
panel-signed-in-for = L’accesso resta valido per una settimana.
panel-change-password = Cambia la tua password
panel-do-change-password = Cambia la password
panel-change-password-ends = Si chiudono tutte le tue sessioni; questo browser ne riceve una nuova.
panel-end-sessions = Uscire ovunque?
panel-do-end-sessions = Esci ovunque
panel-end-sessions-means = Si chiudono tutte le tue sessioni, in ogni browser. Questo browser ne riceve una nuova.
panel-end-sessions-tokens = I token restano validi; revocali uno a uno.
panel-invitations-hint = Diventi membro solo quando accetti. Da quel momento l’organizzazione vede il tuo nome nelle sue pagine.
panel-accept = Accetta
panel-accept-of = Accetta l’invito di { $name }
panel-decline = Rifiuta
panel-decline-of = Rifiuta l’invito di { $name }
panel-accept-title = Accettare l’invito di { $name }?
panel-accept-means = Diventi membro di { $name }: { $role }. Le sue pagine mostreranno il tuo nome.
panel-do-accept = Accetta l’invito
panel-not-now = Non ora
panel-organizations = Organizzazioni
panel-organization-number = organizzazione { $number }
panel-you-work-here = Lavori qui
panel-do-switch-here = Passa a questa organizzazione
panel-end-account = Uscire o eliminare
panel-leave-of = Lascia { $name }
panel-leave-title = Lasciare { $name }?
panel-leave-means = Non sarai più membro di { $name }. Smettono subito di funzionare:
panel-leave-keys = le tue chiavi API di questa organizzazione
panel-leave-tokens = i tuoi token e le tue sessioni per questa organizzazione
panel-do-leave = Lascia l’organizzazione
panel-stay-member = Resta membro
panel-you-are-last = Sei l’unico amministratore. Prima dai questo ruolo a un altro membro.
panel-tokens = Token
panel-tokens-hint = Con un token i tuoi programmi leggono e scrivono decklist al posto tuo.
panel-no-tokens = Non hai token.
panel-acts-for = Agisce per
panel-me-only = solo per me
panel-revoke-token-of = Revoca il token { $name }
panel-new-token = Crea un token
panel-new-token-hint = Con un token un tuo programma può agire al posto tuo senza la tua password.
panel-do-create-token = Crea il token
panel-token-name-hint = A che cosa serve, per esempio “il mio programma per i mazzi”.
panel-only-me = Solo per me
panel-only-me-hint = Legge e scrive le mie decklist.
panel-as-member = Come membro di { $name }
panel-as-member-hint = Lì ha i miei diritti sulle decklist, come { $role }.
panel-token-was-created = Il token è stato creato
panel-your-token = Il tuo nuovo token
panel-token = Token
panel-token-header = I programmi lo inviano nell’header Authorization, dopo la parola Token.
panel-token-acts = Chiunque lo abbia può agire al posto tuo.
panel-revoke-token-title = Revocare questo token?
panel-revoke-token-means = I programmi che usano il token “{ $name }” smettono subito di funzionare. Non si può annullare.
panel-do-revoke-token = Revoca il token

panel-erase = Cancella la persona
panel-erase-title = Cancellare { $name }?
panel-erase-goes = Vengono cancellati nome, nome utente, indirizzo e-mail, password, token, link privati e appartenenze alle organizzazioni.
panel-erase-merged-too = Vengono cancellati anche gli account uniti a questo.
panel-erase-stays = Risultati e liste restano, con il nome “Player { $number }”.
panel-erase-for-ever = Se la persona torna, avrà un nuovo account.
panel-do-erase = Cancella per sempre
# Webhook.
panel-webhooks-hint = Un webhook invia un messaggio a un tuo programma quando qualcosa cambia nei tornei dell’organizzazione.
panel-no-webhooks = Non ci sono ancora webhook.
panel-new-webhook = Aggiungi un webhook
panel-do-add-webhook = Aggiungi il webhook
panel-webhook-url = Indirizzo
panel-webhook-url-hint = Comincia con https:// ed è raggiungibile da internet.
panel-webhook-description-hint = A che cosa serve, per esempio “schermi in sala”.
panel-webhook-enabled = Invia messaggi
panel-webhook-enabled-hint = Finché è spento non viene inviato nulla, e ciò che succede nel frattempo non viene inviato dopo.
panel-webhook-types-hint = Scegli i tipi di messaggi. Se non ne scegli nessuno, vengono inviati tutti, anche quelli delle versioni future.
panel-webhook-types = Messaggi
panel-webhook-all-types = Tutti
panel-webhook-on = Acceso
panel-webhook-off = Spento
panel-webhook-fails = Non accetta nulla
panel-webhook-gone = Disattivato: 410 Gone
panel-webhook-given-up = Disattivato: per cinque giorni non ha accettato nulla
panel-webhook-your-secret = Il segreto del tuo webhook
panel-webhook-secret-of = Firma i messaggi di “{ $name }”. Viene mostrato solo adesso.
panel-webhook-secret = Segreto
panel-webhook-starts-now = Il webhook invia ciò che succede da adesso in poi.
panel-webhook-rotation = Per 24 ore i messaggi hanno due firme: con questo segreto e con quello precedente.
panel-webhook-was-added = Il webhook è stato aggiunto
panel-webhook-was-rotated = Il segreto è stato sostituito
panel-webhook-title = Webhook “{ $name }”
panel-to-webhooks = Torna ai webhook
panel-to-rotate-secret = Sostituisci il segreto
panel-to-remove-webhook = Rimuovi questo webhook
panel-webhook-fails-since = Il suo indirizzo non accetta nulla. Inizio: { $time }.
panel-webhook-disabled-at = Disattivato: { $time }. Accendilo per inviare di nuovo messaggi.
panel-webhook-two-secrets = I messaggi hanno due firme fino a: { $time }.
panel-rotate-webhook-title = Sostituire il segreto di “{ $name }”?
panel-rotate-webhook-means = Ricevi un nuovo segreto. Per 24 ore firma anche quello attuale; i segreti precedenti smettono subito di firmare.
panel-remove-webhook-title = Rimuovere “{ $name }”?
panel-remove-webhook-means = Non gli viene più inviato nulla, e le sue consegne non vengono più mostrate. Non si può annullare.
panel-do-remove-webhook = Rimuovi il webhook
panel-deliveries = Consegne
panel-deliveries-of = Consegne di { $name }
panel-deliveries-title = Consegne di “{ $name }”
panel-deliveries-all = Mostra tutte
panel-deliveries-undelivered = Mostra quelle non consegnate
panel-deliveries-hint = I messaggi degli ultimi 30 giorni. Un messaggio non consegnato si può inviare di nuovo.
panel-no-deliveries = Qui non ci sono consegne.
panel-delivery-happened = Avvenuto
panel-delivery-last = Ultimo tentativo
panel-delivery-answer = Ultima risposta
panel-delivery-no-answer = nessuna
panel-delivery-pending = In attesa
panel-delivery-delivered = Consegnato
panel-delivery-undelivered = Non consegnato
panel-delivery-attempts = { $count ->
    [one] { $count } tentativo
   *[other] { $count } tentativi
}
panel-resend-of = Invia di nuovo: consegna { $number }
panel-do-resend = Invia di nuovo
panel-resend-period = Invia di nuovo un periodo
panel-resend-period-hint = Invia tutti i messaggi su ciò che è successo in questo periodo (UTC), consegnati o no.
panel-webhook-from = Da
panel-webhook-to = A
panel-do-resend-period = Invia di nuovo il periodo
panel-webhook-no-time = Non è una data con un’ora.

## Il modulo della pagina del negozio

panel-store-means = Questa pagina la vedono tutti: mostra i tuoi tornei pubblici e ciò che scrivi qui.
panel-store-show = Vedi la pagina
panel-store-slug = Indirizzo della pagina
panel-store-slug-hint = Lettere minuscole, cifre e trattini. Anche gli indirizzi precedenti portano qui.
panel-store-about = Il negozio
panel-store-about-hint = Markdown: **grassetto**, elenchi con *, link.
panel-store-address = Indirizzo postale
panel-store-website = Sito web
panel-store-accent = Colore di pulsanti e link

panel-logo = Logo
panel-logo-hint = JPEG, PNG o WebP, al massimo 5 MB. Meglio quadrato, 512 × 512 pixel. Lo vedono tutti.

# Mail, and a password link by mail.
panel-mail = E-mail
panel-mail-off = Non vengono inviate e-mail: nessun server di posta è configurato. Il gestore lo imposta con --smtp-url e --mail-from.
panel-mail-on = Le e-mail arrivano da { $address }.
panel-mail-no-address = Il tuo account non ha un indirizzo e-mail, quindi non puoi ricevere un messaggio di prova.
panel-mail-to = Il messaggio di prova va al tuo indirizzo, { $address }. I tuoi ultimi messaggi:
panel-mail-test = Invia un messaggio di prova
panel-forgotten = Password dimenticata?
panel-forgotten-lead = Inserisci il tuo nome utente. Inviamo un link all’indirizzo e-mail dell’account.
panel-forgotten-do = Invia il link
panel-forgotten-sent = Se questo account ha un indirizzo e-mail, il link è in arrivo. Un indirizzo modificato negli ultimi sette giorni e non confermato non lo riceve. Nessuna e-mail? Chiedi un link a un amministratore della tua organizzazione.
panel-letter-password = Qualcuno ha chiesto un link per scegliere una nuova password per «{ $username }» su { $site }.
panel-letter-password-note = Il link funziona una sola volta, entro 24 ore. Se non sei stato tu, non fare nulla: la password resta com’è.
panel-confirm-email = Conferma il tuo indirizzo e-mail
panel-confirm-email-do = Conferma l’indirizzo
panel-letter-email = Questo indirizzo è stato inserito per «{ $username }» su { $site }. Una volta confermato, puoi ricevere qui un link se dimentichi la password.
panel-letter-email-note = Il link funziona una sola volta, entro 24 ore. Se non sei stato tu, non fare nulla.
panel-email-confirmed = L’indirizzo è confermato.
panel-letter-email-changed = Il tuo indirizzo e-mail è stato cambiato
panel-letter-email-changed-lead = L’indirizzo e-mail di «{ $username }» su { $site } è stato cambiato. I messaggi non arrivano più a questo.
panel-letter-email-changed-note = Se non sei stato tu, scegli subito una nuova password: così tutti gli altri dispositivi vengono disconnessi. Poi inserisci di nuovo il tuo indirizzo. Se non riesci più ad accedere, chiedi a un amministratore della tua organizzazione.
panel-create-account = Crea un account
panel-create-account-do = Crea l’account
panel-create-account-lead = Con un account ti iscrivi agli eventi, comunichi i risultati e ritrovi il tuo storico.
panel-create-account-email = Inviamo un link a questo indirizzo. Aprilo per confermarlo.
panel-create-account-off = Questo server non invia e-mail, quindi non si può creare un account da soli. Il negozio ne crea uno per te.
panel-create-account-have = Ho già un account
panel-email-state = Stato dell’indirizzo
panel-email-is-confirmed = confermato
panel-email-is-not = non confermato
panel-email-again = Invia di nuovo il link
panel-unproven = Apri il link nell’e-mail per confermare il tuo indirizzo. Fino ad allora non puoi iscriverti agli eventi, e dopo 48 ore l’account viene eliminato. Nessuna e-mail? Cercala nello spam o correggi l’indirizzo nel tuo profilo.
panel-download-data = Scarica i miei dati
panel-delete-account = Elimina il mio account
panel-deleted = Il tuo account è stato eliminato
panel-letter-account = Hai già un account
panel-letter-account-lead = Qualcuno, probabilmente tu, ha creato un account su { $site } con questo indirizzo. Ne hai già uno: «{ $username }». Accedi con quello.
panel-letter-account-note = Il link serve se hai dimenticato la password. Se vuoi un secondo account, accedi con quello e scegli «Invia di nuovo il link». Altrimenti non fare nulla: viene eliminato dopo 48 ore.
panel-letter-codes = Codici sbagliati al tuo accesso
panel-letter-codes-lead = Qualcuno ha inserito su { $site } la password giusta di { $username } e poi molti codici sbagliati. L’account è ancora protetto: per 24 ore un browser nuovo ha bisogno di un codice di recupero.
panel-letter-codes-note = Se non sei stato tu, cambia subito la password.
panel-letter-invitation = Invito: { $name }
panel-letter-invitation-lead = { $name } ti invita a far parte del suo staff su { $site }. Accedi come «{ $username }» per accettare o rifiutare.
panel-mail-answer = il server di posta ha risposto { $status }
panel-mail-why = il motivo è nel log del servizio
panel-letter-test = Messaggio di prova
panel-letter-test-lead = Le e-mail di { $site } arrivano.

# Channels at Discord, and posts there.
panel-discord = Discord
panel-discord-lead = Gli abbinamenti, i risultati dei primi tavoli e le classifiche finali dei tornei pubblici vengono pubblicati in questi canali, nella lingua in cui aggiungi il canale.
panel-discord-url = Indirizzo del webhook
panel-discord-url-hint = In Discord: impostazioni del canale, Integrazioni, Webhook, Copia URL webhook. L’indirizzo è segreto e non viene più mostrato. Quando lo aggiungi viene inviato un primo messaggio.
panel-discord-event-hint = Il numero nell’indirizzo del torneo, se il canale è per un solo torneo.
panel-discord-all-events = tutti i tornei
panel-discord-add = Aggiungi il canale
panel-discord-hello = Qui verranno pubblicati gli abbinamenti, i risultati e le classifiche di { $site }.
panel-discord-remove = Rimuovi { $name }
panel-discord-more = e altri { $count }

panel-claims = Rivendicazioni di risultati
panel-claims-hint = Una persona con un account dice che i risultati di un ospite sono suoi. Accetta se sai che è vero: quei tornei mostrano poi il nome dell’account. Puoi annullarlo al banco, nella pagina del giocatore. Una rivendicazione respinta non si può ripetere.
panel-claims-none = Nessuno rivendica risultati.
panel-claim-guest = Ospite
panel-claim-by = Account
panel-claim-agree = Accetta
panel-claim-refuse = Respingi
panel-claim-agree-of = Accetta che { $guest } è { $account }
panel-claim-refuse-of = Respingi che { $guest } è { $account }
panel-todo-staff = { $count ->
    [one] Fai parte dello staff di un torneo
   *[other] Fai parte dello staff di { $count } tornei
}
panel-todo-claims = { $count ->
    [one] I risultati di un ospite sono rivendicati
   *[other] I risultati di { $count } ospiti sono rivendicati
}

panel-two-step = Accesso in due passaggi
panel-two-step-hint = Dopo la password viene chiesto un codice di un’app di autenticazione. Inquadra questo con l’app e scrivi le sei cifre che mostra.
panel-two-step-secret = Se non puoi inquadrarlo, scrivi questo nell’app: { $secret }
panel-two-step-code = Codice
panel-two-step-on = Attiva
panel-two-step-off = Disattiva
panel-two-step-is-on = L’accesso in due passaggi è attivo. { $count ->
    [one] Resta un codice di recupero.
   *[other] Restano { $count } codici di recupero.
} Per disattivarlo serve un codice.
panel-recovery-codes = Codici di recupero
panel-recovery-codes-lead = L’accesso in due passaggi è attivo. Stampa o annota questi codici: ognuno vale una volta se non hai il telefono.
panel-recovery-codes-once = Vengono mostrati una sola volta. Conservali dove altri non li trovano. Se li perdi, disattiva e riattiva l’accesso in due passaggi: ne riceverai di nuovi.
panel-code-lead = Scrivi il codice che mostra la tua app di autenticazione o un codice di recupero.
panel-code-wrong = Questo codice è sbagliato o già usato. Prova con il prossimo.
panel-code-recovery = Nelle ultime 24 ore troppi codici erano sbagliati. Usa un codice di recupero o un browser in cui hai già effettuato l’accesso.
panel-two-step-off-of = Disattivare l’accesso in due passaggi di { $name }
panel-two-step-off-means = { $name } accede poi con la sola password. Fallo solo se sai con certezza chi ha perso il telefono.
panel-sign-in-with = Accedi con { $name }
panel-no-passwords = Qui si accede con un account di un altro servizio, non con una password.
panel-create-account-provider = Il tuo account viene creato qui al primo accesso.
panel-providers = Accedi con altri account
panel-providers-none = Qui puoi accedere anche con un account di un altro servizio.
panel-providers-linked = Accedi anche con
panel-link-provider = Collega { $name }
panel-link-provider-lead = Collegare { $account } di { $name } al tuo account qui? Poi puoi accedere anche con quello.
panel-link-provider-do = Collega l’account
panel-unlink-provider = Scollega
panel-provider-again = Questo accesso non è iniziato in questo browser, è già stato usato o è durato troppo. Ricomincia.
panel-provider-denied = Non hai dato il consenso presso { $name }, quindi non hai effettuato l’accesso.
panel-provider-failed = { $name } non ha dato una risposta valida. Ricomincia. Se si ripete, avvisa chi gestisce questo servizio.
panel-provider-down = { $name } non risponde. Riprova più tardi.
panel-provider-clock = L’accesso presso { $name } è durato troppo, oppure l’orologio di questo server è sbagliato. Ricomincia.
panel-provider-no-email = Un nuovo account ha bisogno di un indirizzo e-mail verificato da { $name }. Verifica lì il tuo indirizzo e accedi di nuovo.
panel-provider-known = Hai già un account qui. Accedi con la tua password e collega { $name } nella pagina del tuo account.
panel-provider-known-link = Hai già un account qui. Chiedi a un amministratore della tua organizzazione un link per accedere e collega { $name } nella pagina del tuo account.
