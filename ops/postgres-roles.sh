#!/bin/sh
# Run once by the image of Postgres, when the volume is new (compose.yaml): the roles of docs/operations/database.md.
set -eu
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
\getenv password POSTGRES_PASSWORD
create role covergate_owner nologin;
create database covergate owner covergate_owner encoding 'UTF8' locale 'C.UTF-8' template template0;
create role covergate login password :'password' in role covergate_owner;
alter role covergate set role = covergate_owner;
-- It had the same password; from now on it signs in by the socket of the container alone.
alter role current_user password null;
SQL
