# Messaggi del lato di lettura, secondo i loro codici.

problem-archetypes-not-public = Il torneo { $id } non ha pubblicato le sue decklist, quindi i suoi archetipi non sono pubblici.
problem-dumps-being-replaced = I dump vengono sostituiti in questo momento da altri più recenti. Riprova.
problem-export-not-accepted = L’export arriva come { $json } o { $ndjson }; l’header Accept li esclude entrambi.
problem-export-table-not-accepted = L’export arriva come { $ndjson }, { $json } o { $csv }; l’header Accept li esclude tutti.
problem-for-api-keys-only = Questo indirizzo è solo per chiavi API.
problem-media-type-not-accepted = Questo indirizzo risponde con { $media_type }, che l’header Accept esclude.
problem-no-dumps = Questo servizio non offre dump.
problem-no-line-of-player = La classifica di questo turno non ha una riga per la persona “{ $player }”.
problem-no-such-dump = Tra i dump non c’è questo file; il manifest li elenca tutti.
problem-no-such-page = Non c’è una pagina { $number }: con questa dimensione le pagine vanno da 1 a { $pages }.
problem-no-such-public-file = Le pagine pubbliche non hanno questo file.
problem-not-a-valid-format = Serve un formato valido.
problem-page-after-the-end = Non c’è una pagina { $number }: l’elenco finisce prima.
problem-part-not-readable = In questa risposta forse manca ciò che appartiene a questo Consistency-Token, perché una parte dei dati non è leggibile. Senza il token ricevi la risposta così com’è.
problem-standings-being-replaced = Il turno in corso è stato appena rimosso. Riprova tra un secondo.
problem-start-again-without-since = { $why } Ricomincia senza since.
problem-starting = Il servizio si sta avviando. Riprova tra poco.
problem-team-matches-for-staff = Solo lo staff può leggere i match delle squadre.
problem-too-many-drawings = In questo momento si stanno preparando molte pagine. Riprova tra un secondo.
problem-unknown-event-format = “{ $format }” non è un formato valido. Valori possibili: { $valid }.
problem-write-not-readable-yet = Ciò che appartiene a questo Consistency-Token è salvato, ma non ancora leggibile. Riprova; con “Prefer: wait=5” la richiesta aspetta più a lungo.
