#!/bin/sh
# Runs once, when the database's volume is empty: the owner migrates, the serving role serves and can drop
# nothing (docs/security/database-roles.md).
set -eu

psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set owner_password="$MOLAR_OWNER_PASSWORD" --set serving_password="$MOLAR_SERVING_PASSWORD" <<'SQL'
create role molar_owner login password :'owner_password';
create role molar_serving login password :'serving_password';
create database molar owner molar_owner;
revoke connect on database molar from public;
grant connect on database molar to molar_serving;
SQL
