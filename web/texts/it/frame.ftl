# La cornice delle pagine per chi accede, e le pagine degli errori.

frame-skip = Vai al contenuto
frame-pages = Pagine
frame-crumbs = Dove ti trovi
frame-tabs = Pagine di questo torneo
frame-desk = Gestione tornei
frame-administration = Amministrazione
frame-sign-in = Accedi
frame-sign-out = Esci
frame-overview = Panoramica
frame-events = Tornei
frame-store = Pagina del negozio
frame-members = Membri
frame-keys = Chiavi
frame-webhooks = Webhook
frame-audit = Registro
frame-own-events = I miei tornei
frame-account = Il mio account
frame-to-overview = Alla panoramica
frame-to-account = Al tuo account

## Errori

frame-error-not-signed-in = Non hai effettuato l’accesso
frame-error-not-allowed = Non permesso
frame-error-not-found = Non trovato
frame-error-nothing-here = A questo indirizzo non c’è nulla. Forse c’è un errore di battitura, o il contenuto è stato rimosso.
frame-error-method = Metodo non permesso
frame-error-busy = Al momento non disponibile
frame-error-internal = Qualcosa è andato storto
frame-error-not-understood = La richiesta non è stata capita

## Che cosa è stato fatto

frame-done-saved = Salvato.
frame-done-saved-link = Salvato. Inviamo un link al tuo indirizzo e-mail: aprilo per confermare l’indirizzo.
frame-done-account-created = Il tuo account è stato creato. Inviamo un link al tuo indirizzo e-mail: aprilo per confermarlo.
frame-done-link-sent = Il link è in arrivo.
frame-done-email-confirmed = Il tuo indirizzo è confermato.
frame-done-member-added = Il membro è stato aggiunto.
frame-done-invited = L’invito è pronto: la persona diventa membro quando accetta.
frame-done-invitation-withdrawn = L’invito è stato ritirato.
frame-done-joined = Adesso sei membro.
frame-done-declined = Hai rifiutato l’invito.
frame-done-left = Hai lasciato l’organizzazione. Le tue chiavi, i tuoi token e le tue sessioni per questa organizzazione non funzionano più.
frame-done-role-changed = Il ruolo è stato cambiato. Vale anche per le chiavi del membro.
frame-done-member-removed = Il membro è stato rimosso. Le sue chiavi, i suoi token e le sue sessioni per questa organizzazione non funzionano più.
frame-done-person-erased = La persona è stata cancellata.
frame-done-claimed = I risultati fanno parte del tuo account.
frame-done-claim-made = Chiediamo all’organizzazione se questi risultati sono tuoi. Quando accetta, li trovi qui.
frame-done-claim-answered = La rivendicazione ha avuto risposta.
frame-done-key-revoked = La chiave è stata revocata. Non funziona più.
frame-done-webhook-removed = Il webhook è stato rimosso.
frame-done-messages-resent = I messaggi vengono inviati di nuovo.
frame-done-token-revoked = Il token è stato revocato. Non funziona più.
frame-done-password-set = La tua password è stata impostata. Tutte le altre sessioni sono state chiuse.
frame-done-sessions-ended = Tutte le altre sessioni sono state chiuse.
frame-done-event-canceled = Il torneo è annullato.
frame-done-event-resumed = Il torneo è ripristinato.
frame-done-taken-back = La modifica è stata annullata.
frame-done-event-deleted = Il torneo è stato eliminato.
frame-done-registered = Il giocatore è iscritto.
frame-done-some-registered = Alcuni giocatori non sono stati iscritti. Aggiungili qui.
frame-done-moved = Adesso lavori in questa organizzazione.

frame-person = persona { $number }
frame-error-role = Il tuo ruolo in questa organizzazione, { $role }, non può { $what }. Possono farlo questi ruoli: { $roles }.
frame-error-no-member = Solo i membri di un’organizzazione possono { $what }. Possono farlo questi ruoli: { $roles }.
frame-done-events-created = I tornei sono stati creati.
frame-done-some-events-created = Alcuni tornei sono stati creati, altri sono stati rifiutati. Confronta i due giorni.
frame-done-events-removed = I tornei sono stati eliminati.
frame-done-some-events-kept = I tornei che hanno giocatori o che nel frattempo sono cambiati sono rimasti.
frame-done-announced = Pubblicato.
frame-done-announcement-removed = L’annuncio è stato ritirato.
