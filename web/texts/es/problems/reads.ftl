# Mensajes de la parte de lectura, por sus códigos.

problem-archetypes-not-public = El torneo { $id } no ha publicado sus listas de mazo, así que sus arquetipos todavía no son públicos.
problem-dumps-being-replaced = Los volcados se están reemplazando por otros más nuevos. Inténtalo de nuevo.
problem-export-not-accepted = La exportación se ofrece en { $json } y { $ndjson }; la cabecera Accept excluye ambos.
problem-export-table-not-accepted = La exportación se ofrece en { $ndjson }, { $json } y { $csv }; la cabecera Accept los excluye todos.
problem-for-api-keys-only = Esta dirección es solo para claves de API.
problem-media-type-not-accepted = Esta dirección responde en { $media_type }, que la cabecera Accept excluye.
problem-no-dumps = Este servicio no ofrece volcados.
problem-no-line-of-player = La clasificación de esta ronda no tiene ninguna línea del jugador «{ $player }».
problem-no-such-dump = Los volcados no tienen ese archivo; el manifiesto los nombra todos.
problem-no-such-page = No hay ninguna página { $number }: las páginas de este tamaño van de 1 a { $pages }.
problem-no-such-public-file = Las páginas públicas no tienen ese archivo.
problem-not-a-valid-format = Debe ser un formato válido.
problem-page-after-the-end = No hay ninguna página { $number }: la lista termina antes.
problem-part-not-readable = Quizá a esta respuesta le falta lo que corresponde a este Consistency-Token, porque una parte de los datos no se puede leer. Sin el token recibes la respuesta tal como está.
problem-standings-being-replaced = Se acaba de quitar la ronda en curso. Inténtalo de nuevo en un segundo.
problem-start-again-without-since = { $why } Empieza de nuevo sin since.
problem-starting = El servicio se está iniciando. Inténtalo de nuevo enseguida.
problem-team-matches-for-staff = Solo el staff del torneo puede leer las partidas de los equipos.
problem-too-many-drawings = Se están generando muchas páginas. Inténtalo de nuevo en un segundo.
problem-unknown-event-format = «{ $format }» no es un formato válido. Formatos válidos: { $valid }.
problem-write-not-readable-yet = Lo que corresponde a este Consistency-Token está guardado, pero todavía no se puede leer. Inténtalo de nuevo; con «Prefer: wait=5» la petición espera más.
