# Messaggi delle parti comuni del servizio, secondo i loro codici.

problem-address-too-large = Indirizzo e header insieme possono avere { $limit } byte, e ne hanno { $size }: l’indirizzo ha { $own } byte.
problem-answer-too-late = La risposta ha impiegato troppo tempo. Riprova.
problem-authorization-not-understood = L’header Authorization non è comprensibile. Invia un token come “Authorization: Token ut_…”.
problem-body-incomplete = Il contenuto è incompleto.
problem-body-too-large = Il contenuto può avere al massimo { $most } byte.
problem-body-too-large-as-declared = Il contenuto può avere al massimo { $most } byte; questo ne ha { $bytes }.
problem-body-too-late = Il contenuto della richiesta non è arrivato in tempo.
problem-change-from-other-site = Una pagina di un altro sito non può modificare nulla a tuo nome.
problem-consistency-token-not-issued-here = L’header Consistency-Token non proviene da questo servizio.
problem-consistency-token-of-other-organization = L’header Consistency-Token appartiene a un’altra organizzazione.
problem-consistency-token-of-replaced-log = L’header Consistency-Token è più vecchio del backup da cui questo servizio è stato ripristinato, e la sua modifica è forse persa. Leggi senza.
problem-credential-expired = { $what ->
    [token] Questo token è scaduto
   *[other] Questa chiave è scaduta
}. Scadenza: { $expiry }.
problem-credential-revoked = { $what ->
    [token] Questo token è stato revocato
   *[other] Questa chiave è stata revocata
}.
problem-data-away = In questo momento i dati salvati non sono raggiungibili. Riprova.
problem-data-being-restored = Una parte dei dati era danneggiata e viene ripristinata in questo momento. Riprova.
problem-data-damaged = I dati salvati sono danneggiati, e il servizio non accetta modifiche finché non sono riparati. Non è stato salvato nulla.
problem-given-twice = È stato indicato più di una volta.
problem-header-too-large = Indirizzo e header insieme possono avere { $limit } byte, e ne hanno { $size }: l’header { $name } ha { $own } byte.
problem-internal = Qualcosa è andato storto da parte nostra. È stato registrato nel log. Riprova più tardi.
problem-invalid-host = L’header Host deve indicare un host, per esempio events.example o events.example:8080.
problem-little-room = Lo spazio è quasi pieno, e il resto è riservato allo staff. Non è stato salvato nulla.
problem-malformed-api-key = Il valore di { $header } non è una chiave API: contiene un errore o è troncato. Una chiave è composta da “sk_” e 36 lettere e cifre.
problem-malformed-consistency-token = L’header Consistency-Token non è un token valido: invialo così come era nella risposta a una modifica.
problem-malformed-token = Il valore di Authorization non è un token: contiene un errore o è troncato. Un token è composto da “ut_” e 36 lettere e cifre.
problem-members-only = Possono farlo solo i membri di un’organizzazione.
problem-membership-ended = Non sei più membro dell’organizzazione per cui vale.
problem-method-not-allowed = Qui è possibile solo { $allow }.
problem-missing-host = Manca l’header Host. HTTP/1.1 lo richiede.
problem-no-api-key = Non è arrivata nessuna chiave API. Inviane una nell’header X-API-Key.
problem-no-credential = Non sono arrivate credenziali. Invia una chiave API nell’header X-API-Key o un token come “Authorization: Token ut_…”, oppure accedi su /login/.
problem-no-room = Non c’è più spazio per salvare. Non è stato salvato nulla.
problem-no-session = Non hai effettuato l’accesso. Accedi su /login/.
problem-no-token = Non è arrivato nessun token. Inviane uno come “Authorization: Token ut_…”. Una sessione non basta; la pagina del tuo account su /admin/account/ chiede invece la tua password.
problem-not-by-private-link = Un link privato non lo permette.
problem-not-found = { $what ->
    [announcement] Non c’è un annuncio
    [call] Non c’è una chiamata
    [convention] Non c’è una convention
    [decklist] Non c’è una decklist
    [delivery] Non c’è una consegna
    [event] Non c’è un torneo
    [invitation] Non c’è un invito
    [match] Non c’è un match
    [member] Non c’è un membro
    [membership] Non c’è un’iscrizione di membro
    [organization] Non c’è un’organizzazione
    [penalty] Non c’è una penalità
    [registration] Non c’è un’iscrizione
    [round] Non c’è un turno
    [team] Non c’è una squadra
    [token] Non c’è un token
    [user] Non c’è una persona
    [webhook] Non c’è un webhook
   *[other] Non c’è nulla
} con il numero “{ $id }”.
problem-not-ready = Non pronto: { $parts }.
problem-not-stored = In questo momento non si può salvare nulla. Non è stato salvato nulla. Riprova.
problem-part-not-ready = { $reason }
problem-quota-of-writes-used = Hai usato le tue { $most } modifiche al minuto. Riprova tra { $seconds } secondi.
problem-read-only-key = Questa chiave API può solo leggere.
problem-role-of-key = Il ruolo di questa chiave API, “{ $role ->
    [ADMIN] Amministratore
    [ORGANIZER] Organizzatore
    [SCOREKEEPER] Scorekeeper
    [JUDGE] Judge
    [READ_ONLY] Sola lettura
   *[other] { $role }
}”, non può farlo. Possono farlo questi ruoli: { $roles }.
problem-role-of-member = Il tuo ruolo in questa organizzazione, “{ $role ->
    [ADMIN] Amministratore
    [ORGANIZER] Organizzatore
    [SCOREKEEPER] Scorekeeper
    [JUDGE] Judge
    [READ_ONLY] Sola lettura
   *[other] { $role }
}”, non può farlo. Possono farlo questi ruoli: { $roles }.
problem-role-of-members-only = Possono farlo solo i membri di un’organizzazione. I ruoli che possono: { $roles }.
problem-session-over = La tua sessione è scaduta. Accedi di nuovo su /login/.
problem-several-hosts = La richiesta ha più header Host; deve averne esattamente uno.
problem-stored-but-unanswered = La modifica è salvata, ma la risposta al momento non è leggibile. Ripeti la richiesta con lo stesso Idempotency-Key per riceverla.
problem-too-many-answers = Invii già in corso, e questo è il limite: { $already } { $what ->
    [lists] elenchi
    [exports] export
    [streams] stream
   *[other] risposte
}. Riprova.
problem-too-many-requests-in-progress = Hai { $most } richieste in corso nello stesso momento, e questo è il limite. Aspetta che alcune ricevano risposta.
problem-too-many-writes-wait = Troppe modifiche aspettano di essere salvate. Non è stato salvato nulla. Riprova.
problem-too-much-data = In questo momento il servizio riceve troppi dati. Riprova.
problem-two-credentials = Sono arrivati X-API-Key e Authorization: Token, forse di persone diverse. Invia solo uno dei due.
problem-unknown-api-key-value = Questa chiave API qui non è conosciuta.
problem-unknown-name = { $kind ->
    [field] Campo sconosciuto
   *[other] Parametro sconosciuto
} “{ $sent }”.
problem-unknown-name-with-a-similar-one = { $kind ->
    [field] Campo sconosciuto
   *[other] Parametro sconosciuto
} “{ $sent }”. Intendevi “{ $near }”?
problem-unknown-part = Questo processo non ha questo ruolo. Tutti i ruoli sono sotto “parts” su /readyz.
problem-unknown-token-value = Questo token qui non è conosciuto.
problem-unused-parameter = { $name }: { $fault } { $taken }
problem-unused-parameters = { $several } parametri non sono validi, vedi “errors”. { $taken }
problem-write-too-late = La risposta ha impiegato troppo tempo. Forse la modifica è stata eseguita, forse no. Ripeti la richiesta con lo stesso Idempotency-Key: viene eseguita una volta sola.
problem-write-uncertain = Si è verificato un errore durante il salvataggio. Forse è stato eseguito, forse no. Ripeti la richiesta con lo stesso Idempotency-Key: viene eseguita una volta sola.
