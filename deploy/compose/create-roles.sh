#!/bin/sh
# Runs once, when the database's volume is empty: creates the roles and the database of deploy/sql/roles.sql.
set -eu
quoted() { printf '%s' "$1" | sed "s/'/''/g; s/[&|\\\\]/\\\\&/g"; }
sed "s|OWNER_PASSWORD|$(quoted "$OWNER_PASSWORD")|; s|APP_PASSWORD|$(quoted "$APP_PASSWORD")|; s|GATE_PASSWORD|$(quoted "$GATE_PASSWORD")|" /portal/roles.sql |
  psql --username postgres --dbname postgres --set ON_ERROR_STOP=1 --quiet
