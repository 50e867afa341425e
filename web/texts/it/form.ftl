# Controlli dei moduli, e i loro messaggi.

form-error = Errore:
form-optional = (facoltativo)
form-actions = Azioni
form-refused = Non è stato salvato
form-choose = Scegli una di queste opzioni.
form-copy = Copia
form-copied = Copiato.
form-selected = Selezionato: copialo con Ctrl+C o ⌘C.
form-once = Viene mostrato una volta sola. Se lo perdi, creane uno nuovo.
form-current-password = La tua password attuale
form-not-your-password = Non è la tua password.
form-too-many-attempts = Ci sono stati troppi tentativi. Aspetta { $minutes ->
    [one] { $minutes } minuto
   *[other] { $minutes } minuti
}, poi riprova.
form-plain-http = Questa pagina è stata aperta con HTTP semplice: chiunque nella rete può leggere la tua password, e il tuo browser non mantiene l’accesso. { $login ->
    [none] Chiedi a chi gestisce il servizio un indirizzo che comincia con https://.
   *[other] Apri invece { $login }.
} Chi gestisce il servizio può anche permetterlo, con l’opzione --allow-plain-http.
form-picture-now = Immagine attuale
form-picture-file = Nuova immagine
form-picture-save = Salva l’immagine
form-picture-remove = Rimuovi l’immagine
