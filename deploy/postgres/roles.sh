#!/usr/bin/env bash
# Creates the roles and databases of Crosstable on a server that has none of them. The official image of PostgreSQL runs this
# script when it creates a new cluster. Elsewhere, run it once:
#
#   SECRETS=deploy/secrets deploy/postgres/roles.sh                         as root, on the machine of the server
#   SECRETS=deploy/secrets PGHOST=… PGUSER=postgres deploy/postgres/roles.sh     anywhere, with the superuser's password
#
# On its own machine, PostgreSQL identifies its superuser by the name of the system user (peer authentication). That user
# cannot read the secrets, which belong to root: so root reads them, and runs psql as that user.
#
# | Role                 | events            | views             |
# |----------------------|-------------------|-------------------|
# | crosstable_write_api | owns              | may only SELECT   |
# | crosstable_projector | may only SELECT * | owns              |
# | crosstable_read_api  | may not connect   | may only SELECT   |
#
# * Except from the table `passwords`, which only the owner may read.
#
# `crosstable migrate --log-readers … --views-readers …` grants SELECT table by table.
set -euo pipefail

secrets=${SECRETS:-/run/secrets}
export PGUSER=${PGUSER:-${POSTGRES_USER:-postgres}} PGDATABASE=${PGDATABASE:-${POSTGRES_DB:-postgres}}
WRITE_API=$(cat "$secrets/postgres-password-write-api")
PROJECTOR=$(cat "$secrets/postgres-password-projector")
READ_API=$(cat "$secrets/postgres-password-read-api")
export WRITE_API PROJECTOR READ_API

as_superuser=()
if [ "$(id -u)" = 0 ] && [[ ${PGHOST:-/} == /* ]] && id "$PGUSER" >/dev/null 2>&1; then
  as_superuser=(runuser -u "$PGUSER" --)
fi

# Passwords come from the environment, so that process lists do not show them. Statements with passwords are not logged.
"${as_superuser[@]}" psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 <<'END'
\getenv write_api WRITE_API
\getenv projector PROJECTOR
\getenv read_api READ_API
SET log_statement = 'none';
SET log_min_error_statement = 'panic';
CREATE ROLE crosstable_write_api LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'write_api';
CREATE ROLE crosstable_projector LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'projector';
CREATE ROLE crosstable_read_api LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'read_api';

-- Keys and lists are ordered by bytes, whatever the server's locale is.
CREATE DATABASE crosstable_events OWNER crosstable_write_api TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C';
CREATE DATABASE crosstable_views OWNER crosstable_projector TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C';
REVOKE ALL ON DATABASE crosstable_events, crosstable_views FROM PUBLIC;
GRANT CONNECT ON DATABASE crosstable_events TO crosstable_projector;
GRANT CONNECT ON DATABASE crosstable_views TO crosstable_write_api, crosstable_read_api;
END
