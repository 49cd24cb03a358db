import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import {
  backupObstacle,
  dumpPostgres,
  hasPostgresTools,
  restorePostgres,
} from '#server/base/adapters/backups/postgres-tools.ts'
import { toolEnvironment } from '#server/base/adapters/backups/tool-environment.ts'
import { type Database, openDatabase } from '#server/base/db/engines/connection.ts'
import { createOwnDatabase } from '#tests/support/databases/database.ts'
import { runSql } from '#tests/support/databases/postgres-admin.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'
import { createWorld } from '#tests/support/world.ts'

/** Puts a program of this name before the installed one, which the script reaches as `$REAL`. */
function replaceTool(name: string, script: string): void {
  const place = temporaryFolder()
  const { PATH = '' } = process.env
  writeFileSync(join(place, name), `#!/bin/sh\nREAL="env PATH=${PATH} ${name}"\n${script}\n`)
  chmodSync(join(place, name), 0o755)
  process.env.PATH = [place, PATH].join(delimiter)
  onTestFinished(() => {
    process.env.PATH = PATH
  })
}

async function setUp() {
  const database = await createOwnDatabase()
  await createWorld(database.db)
  return { database, url: urlOf(database) }
}

const urlOf = (database: Database): string => (database.dialect === 'postgres' ? database.directUrl : '')

const isPostgres = inject('testDatabase').dialect === 'postgres'

describe.skipIf(!isPostgres || !(await hasPostgresTools()))('servers of other versions and owners', () => {
  test('a script written by newer tools is restored', async () => {
    const { database, url } = await setUp()
    const dump = join(temporaryFolder(), 'database.dump')
    const rename = (name: string) => database.db.updateTable('agencies').set({ name }).execute()
    await rename('SET transaction_timeout = 0;')
    await dumpPostgres(url, dump)
    await rename('Later')
    await database.close()
    // What the tools write since version 17.
    replaceTool(
      'pg_restore',
      `$REAL "$@" || exit
      for last in "$@"; do case $last in --file=*) script=\${last#--file=};; esac; done
      sed -i '0,/^SET lock_timeout = 0;/s//&\\nSET transaction_timeout = 0;/' "$script"`,
    )
    await restorePostgres(url, dump)
    const restored = openDatabase(url)
    const agencies = await restored.db
      .selectFrom('agencies')
      .select('name')
      .distinct()
      .execute()
      .finally(() => restored.close())
    expect(agencies).toEqual([{ name: 'SET transaction_timeout = 0;' }])
  })

  test('a role that owns neither the schema nor the extensions backs up and restores, and leaves them', async () => {
    const { database, url } = await setUp()
    await sql`create extension if not exists citext schema public`.execute(database.db)
    await sql`create schema of_others`.execute(database.db)
    await sql`create table of_others.item (id int)`.execute(database.db)
    const role = `portal_${Date.now()}`
    await sql.raw(`create role ${role} login password 'secret'`).execute(database.db)
    await sql.raw(`grant all on schema public to ${role}`).execute(database.db)
    await sql
      .raw(
        `do $$ declare t text; begin for t in select tablename from pg_tables where schemaname = 'public'
          loop execute format('alter table public.%I owner to ${role}', t); end loop;
          for t in select p.oid::regprocedure from pg_proc p where pronamespace = 'public'::regnamespace
            and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
          loop execute format('alter routine %s owner to ${role}', t); end loop; end $$`,
      )
      .execute(database.db)
    await database.close()
    const as = new URL(url)
    as.username = role
    as.password = 'secret'
    onTestFinished(() => runSql(url, `drop owned by ${role}`).then(() => runSql(url, `drop role ${role}`)))
    const dump = join(temporaryFolder(), 'database.dump')
    await dumpPostgres(as.href, dump)
    await restorePostgres(as.href, dump)
    const restored = openDatabase(url)
    const { rows } = await sql<{ found: string }>`
      select extname as found from pg_extension where extname in ('citext', 'pg_trgm')
      union all select nspname from pg_namespace where nspname = 'of_others'
      union all select name from agencies order by 1`
      .execute(restored.db)
      .finally(() => restored.close())
    expect(rows.map((row) => row.found)).toEqual(expect.arrayContaining(['citext', 'of_others', 'pg_trgm']))
  })

  test('tables in the schema of the search path are restored, and those of others stay', async () => {
    const { database, url } = await setUp()
    await sql`alter schema public rename to "Portal-1"`.execute(database.db)
    await sql`create schema public`.execute(database.db)
    await sql`create table public.item (id int)`.execute(database.db)
    await database.close()
    const inSchema = `${url}?options=-csearch_path%3D"Portal-1"`
    const dump = join(temporaryFolder(), 'database.dump')
    await dumpPostgres(inSchema, dump)
    const rename = 'update "Portal-1".agencies set name = \'Later\''
    await runSql(url, rename)
    await expect(restorePostgres(url, dump)).rejects.toThrow('no portal tables in the schema public')
    await restorePostgres(inSchema, dump)
    const agencies = async (address: string) => {
      const restored = openDatabase(address)
      await sql`select id from public.item`.execute(restored.db)
      const rows = await restored.db
        .selectFrom('agencies')
        .select('name')
        .distinct()
        .orderBy('name')
        .execute()
        .finally(() => restored.close())
      return rows.map(({ name }) => name)
    }
    expect(await agencies(inSchema)).not.toContain('Later')

    // Including the extension, which lies in the same schema.
    const empty = await createOwnDatabase()
    await sql`drop schema public cascade`.execute(empty.db)
    await sql`create schema public`.execute(empty.db)
    await sql`create table public.item (id int)`.execute(empty.db)
    await sql`create schema "Portal-1"`.execute(empty.db)
    await empty.close()
    const target = `${urlOf(empty)}?options=-csearch_path%3D"Portal-1"`
    await restorePostgres(target, dump)
    expect(await agencies(target)).not.toContain('Later')
  })

  test('tables stay in the backup when an earlier schema of the search path is added', async () => {
    const { database, url } = await setUp()
    await sql`create schema added`.execute(database.db)
    await database.close()
    const withAdded = `${url}?options=-csearch_path%3Dadded,public`
    const dump = join(temporaryFolder(), 'database.dump')
    await dumpPostgres(withAdded, dump)
    await runSql(url, "update agencies set name = 'Later'")
    await restorePostgres(withAdded, dump)
    const restored = openDatabase(withAdded)
    const names = await restored.db
      .selectFrom('agencies')
      .select('name')
      .execute()
      .finally(() => restored.close())
    expect(names.map(({ name }) => name)).not.toContain('Later')

    const other = `${url}?options=-csearch_path%3Dadded`
    await expect(dumpPostgres(other, dump)).rejects.toThrow('contains no portal tables')
  })

  test('tools older than the server are named', async () => {
    const { url } = await setUp()
    expect(await backupObstacle(url)).toBeNull()
    replaceTool('pg_dump', 'echo "pg_dump (PostgreSQL) 9.6.24"')
    expect(await backupObstacle(url)).toMatch(/^pg_dump 9 is older than the server, PostgreSQL \d+$/)
  })
})

test.each([
  ['postgres://ann:p%40ss@db.test:6432/foyer?pgbouncer=true', { PGPASSWORD: 'p@ss', PGPORT: '6432' }],
  ['postgres://ann:x@/foyer?host=/var/run/postgresql', { PGHOST: '/var/run/postgresql' }],
  ['postgres://ann:x@db.test/foyer?ssl=false', { PGSSLMODE: 'disable' }],
  ['postgres://ann:x@db.test/foyer?sslmode=no-verify', { PGSSLMODE: 'require' }],
  ['postgres://ann:x@db.test/foyer?uselibpqcompat=true&sslmode=require', { PGSSLMODE: 'require' }],
  [
    'postgres://ann:x@db.test/foyer?sslmode=require&sslrootcert=/dev/null',
    { PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/dev/null' },
  ],
])('%s connects the tools as the driver', async (url, expected) => {
  const environment = await toolEnvironment(url, temporaryFolder())
  expect(environment).toMatchObject({ PGDATABASE: 'foyer', PGUSER: 'ann', ...expected })
  for (const [name, value] of Object.entries(environment))
    expect([name, typeof value]).toEqual([name, 'string'])
})

test('without a certificate of its own, a verified connection trusts the authorities that Node trusts', async () => {
  const { PGSSLROOTCERT, PGSSLMODE } = await toolEnvironment(
    'postgres://db.test/foyer?sslmode=verify-full',
    temporaryFolder(),
  )
  expect(PGSSLMODE).toBe('verify-full')
  expect(readFileSync(PGSSLROOTCERT ?? '', 'utf8')).toContain('BEGIN CERTIFICATE')
})
