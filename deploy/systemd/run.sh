#!/bin/sh
# Runs a command with the user, folder and settings of foyer.service:
#   sudo deploy/systemd/run.sh admin create --email you@example.com --name "Your Name"
#   sudo deploy/systemd/run.sh restore /var/lib/foyer/backups/NAME.zip     after systemctl stop foyer
set -eu
command=$(echo "$1" | tr : -)
shift
exec systemd-run --quiet --collect --pipe --wait --uid=foyer --working-directory=/opt/foyer \
  --setenv=NODE_ENV=production --setenv=DATA_DIR=/var/lib/foyer --property=EnvironmentFile=-/etc/foyer.env \
  --property=UMask=0077 /opt/foyer/node_modules/.bin/node "scripts/operate/$command.ts" "$@"
