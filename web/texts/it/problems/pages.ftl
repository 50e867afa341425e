# Messaggi delle pagine, secondo i loro codici.

problem-account-not-managed = La tua organizzazione non gestisce questo account, o la persona è membro anche di un’altra organizzazione. Può modificarlo la persona stessa, o chi gestisce il servizio.
problem-empty = Il campo non può essere vuoto.
problem-no-such-picture = Questa immagine non esiste.
problem-page-form-from-other-site = Questo modulo è arrivato da una pagina di un altro sito.
problem-page-form-not-whole = Il modulo non è arrivato per intero. Invialo di nuovo.
problem-page-form-of-another-type = I moduli di queste pagine si inviano come { $most }.
problem-page-form-of-other-session = Questo modulo appartiene a un’altra sessione: nel frattempo hai effettuato un nuovo accesso o cambiato organizzazione. Non è stato eseguito nulla. Torna indietro, ricarica la pagina e invia di nuovo il modulo.
problem-page-form-too-large = Questo modulo è troppo grande.
problem-not-a-member-there = Non sei membro dell’organizzazione scelta.
problem-not-signed-in = Non hai effettuato l’accesso.
problem-page-not-found = A questo indirizzo non c’è nulla. Forse c’è un errore di battitura, o il contenuto è stato rimosso.
problem-page-write-uncertain = Si è verificato un errore durante il salvataggio. Forse è stato eseguito, forse no: controlla prima di riprovare.
problem-stopping = Il servizio si sta arrestando. Connettiti di nuovo.
