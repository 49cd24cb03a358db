#!/bin/sh
# One of two PostgreSQL nodes: the first start of the one with FIRST=1 makes the database, the other copies it and
# follows. Every commit waits for the follower, which takes over when the primary is gone. A primary that comes back
# finds its successor and follows it. With two nodes writes stop while one is away, unless it was the primary: then its
# successor works alone until it is back. `npm run drill -- cluster` runs this file.
set -eu
: "${PGDATA:?}" "${PEER_HOST:?}" "${FOYER_PASSWORD:?}" "${REPLICATION_PASSWORD:?}"
PORT=${PORT:-5432}
PEER_PORT=${PEER_PORT:-5432}
SOCKETS=${SOCKETS:-/var/run/postgresql}
# Questions that the primary leaves unanswered, half a second between them, before its follower takes over.
MISSES=${MISSES:-3}
export PGCONNECT_TIMEOUT=2

peer_is="host=$PEER_HOST port=$PEER_PORT user=foyer_replication password=$REPLICATION_PASSWORD"
own() { psql "host=$SOCKETS port=$PORT user=postgres dbname=postgres" -XAtqc "$1" 2>/dev/null; }
peer() { timeout 2 psql "$peer_is dbname=postgres" -XAtqc "$1" 2>/dev/null; }
say() { echo "node: $*"; }

# The timeline of a primary, higher after each fail-over; nothing of a node that follows.
TIMELINE="select case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end"

copy_peer() {
  say "copying $PEER_HOST"
  rm -rf "$PGDATA.new"
  pg_basebackup -d "$peer_is application_name=follower" -D "$PGDATA.new" -R -X stream -c fast
  rm -rf "$PGDATA.replaced"
  if [ -d "$PGDATA" ]; then mv "$PGDATA" "$PGDATA.replaced"; fi
  mv "$PGDATA.new" "$PGDATA"
}

make_database() {
  initdb -D "$PGDATA" -U postgres -E UTF8 --locale=C -A trust >/dev/null
  # HAProxy asks which node is the primary, as somebody who may read nothing of the portal.
  cat >"$PGDATA/pg_hba.conf" <<HBA
local all all trust
host postgres foyer_check all trust
host replication foyer_replication all scram-sha-256
host all all all scram-sha-256
HBA
}

make_roles() {
  psql "host=$SOCKETS port=$PORT user=postgres dbname=postgres" -Xq -v ON_ERROR_STOP=1 \
    -v foyer="$FOYER_PASSWORD" -v replication="$REPLICATION_PASSWORD" <<'SQL'
create role foyer_check login;
create role foyer_replication login replication password :'replication' in role pg_monitor;
create role foyer login password :'foyer';
create database foyer owner foyer;
SQL
}

run() {
  postgres -D "$PGDATA" -p "$PORT" -k "$SOCKETS" -c listen_addresses="${LISTEN:-*}" \
    -c max_connections=100 -c shared_buffers="${SHARED_BUFFERS:-256MB}" -c synchronous_commit=on \
    -c wal_level=replica -c max_wal_senders=5 -c wal_keep_size="${WAL_KEEP:-1GB}" -c hot_standby=on \
    -c hot_standby_feedback=on -c max_standby_streaming_delay=30s -c wal_receiver_timeout=5s \
    -c wal_sender_timeout=5s -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 &
  server=$!
}

wait_for() {
  own "alter system set synchronous_standby_names = $1" && own 'select pg_reload_conf()' >/dev/null || true
}

# What a follower was told last: only one that every commit waited for may take over.
last_state=''

watch_primary() {
  state=$(peer "select coalesce(max(sync_state), 'none') from pg_stat_replication where state = 'streaming'") || state=''
  if [ -n "$state" ]; then
    last_state=$state
    missed=0
    return
  fi
  missed=$((missed + 1))
  if [ "$missed" -lt "$MISSES" ]; then return; fi
  if [ "$last_state" != sync ] && [ "$last_state" != quorum ]; then
    say "the primary is gone, and this copy (${last_state:-unknown}) may lack writes: not taking over"
    return
  fi
  say 'the primary is gone: taking over'
  wait_for "''" && own 'select pg_promote(true, 30)' >/dev/null || true
  last_state=''
}

watch_follower() {
  followers=$(own "select count(*) from pg_stat_replication where state = 'streaming' and application_name = 'follower'") || return 0
  waits=$(own 'show synchronous_standby_names') || return 0
  if [ "${followers:-0}" -gt 0 ] && [ -z "$waits" ]; then
    say 'a follower is there: commits wait for it from now on'
    wait_for "'follower'"
  fi
  mine=$(own "$TIMELINE") || return 0
  other=$(peer "$TIMELINE") || other=''
  if [ -n "$other" ] && [ "$other" != "$mine" ] &&
    [ "$(printf '%s\n' "$other" "$mine" | sort | tail -1)" = "$other" ]; then
    say 'the other node has taken over: stopping, to follow it'
    pg_ctl -D "$PGDATA" -m immediate stop >/dev/null
  fi
}

stop() { kill -INT "$server" 2>/dev/null || true; }
trap stop TERM INT

fresh=''
if [ -n "$(peer "$TIMELINE" || true)" ]; then
  copy_peer
elif [ ! -s "$PGDATA/PG_VERSION" ]; then
  if [ "${FIRST:-}" != 1 ]; then
    say "waiting for the primary at $PEER_HOST"
    until [ -n "$(peer "$TIMELINE" || true)" ]; do sleep 1; done
    copy_peer
  else
    make_database
    fresh=1
  fi
fi

missed=0
run
until own 'select 1' >/dev/null; do
  kill -0 "$server" || exit 1
  sleep 0.2
done
if [ -n "$fresh" ]; then make_roles; fi
while kill -0 "$server" 2>/dev/null; do
  case $(own 'select pg_is_in_recovery()' || true) in
    t) watch_primary ;;
    f) watch_follower ;;
  esac
  sleep 0.5
done
wait "$server"
