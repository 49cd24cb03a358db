#!/bin/sh
# Runs beside Patroni on each node and backs up the primary: a full backup each week and a differential one each day.
# PostgreSQL itself archives the changes in between.

# Seconds since the last backup of one of these types.
age() {
  pgbackrest --stanza=foyer info --output=json | python3 -c '
import json, sys, time
backups = [backup for stanza in json.load(sys.stdin) for backup in stanza.get("backup", [])]
stops = [backup["timestamp"]["stop"] for backup in backups if backup["type"] in sys.argv[1:]]
print(int(time.time()) - max(stops, default=0))' "$@"
}

while sleep 10; do
  primary=$(psql -h /tmp -U postgres -XAtc 'select not pg_is_in_recovery()' 2>/dev/null)
  if [ "$primary" != t ] || ! pgbackrest --stanza=foyer stanza-create; then continue; fi
  if [ "$(age full)" -gt 604800 ]; then
    pgbackrest --stanza=foyer --type=full backup
  elif [ "$(age full diff)" -gt 86400 ]; then
    pgbackrest --stanza=foyer --type=diff backup
  fi
done
