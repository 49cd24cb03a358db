import { spawn } from 'node:child_process'
import { open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { AppError } from '../../core/calls/errors.ts'
import { toolEnvironment } from './tool-environment.ts'

/** Ownership is determined by the database restored to. */
const PLAIN = ['--no-owner', '--no-privileges']

/**
 * Creates a dump of the portal's schema in PostgreSQL's compressed format from a single snapshot. The portal's role may
 * not be permitted to read other schemas.
 */
export async function dumpPostgres(url: string, path: string): Promise<void> {
  const schema = await withConnection(url, portalSchemaOf)
  if (schema === null)
    throw new Error('The search path of the database connection contains no portal tables.')
  await runTool(
    'pg_dump',
    ['--format=custom', `--schema=${quoted(schema)}`, ...PLAIN, `--file=${path}`],
    await toolEnvironment(url, dirname(path)),
  )
}

/** The application name of sessions that restore a dump. */
const RESTORING = 'foyer-restore'

/** An arbitrary number that no other advisory lock of ours uses. */
const RESTORE_LOCK = 4_104_015

/**
 * Replaces the database's content with the dump in one transaction, including tables that the dump doesn't
 * contain. Needs exclusive access. Then updates statistics, without which queries would scan whole tables.
 */
export async function restorePostgres(url: string, dump: string): Promise<void> {
  const script = `${dump}.script`
  await withConnection(url, async (client) => {
    await lockRestore(client)
    await recoverPutAside(client)
    await requireNoOtherSessions(client)
    const schema = await schemaOf(client)
    // Extensions and other schemas belong to the database's administrator.
    const selected = [...PLAIN, `--schema=${schema}`, `--file=${script}`, dump]
    await runTool('pg_restore', ['--schema-only', ...selected])
    const reset = resetOf(schema, trigramSchemaOf(await readFile(script, 'utf8'), schema))
    await runTool('pg_restore', selected)
    await withoutNewerSettings(script, await versionOf(client))
    await runTool('psql', [...AT_ONCE, '--command', reset, '--file', script, '--command', 'analyze'], {
      ...(await toolEnvironment(url, dirname(script))),
      PGAPPNAME: RESTORING,
    })
  }).finally(() => rm(script, { force: true }))
}

const AT_ONCE = ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1']

/** The schema of the portal's tables: it needn't be the first one of the search path. Null if there are none. */
async function portalSchemaOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query(
    `select nspname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where pg_class.oid = to_regclass('kysely_migration')`,
  )
  return rows[0]?.nspname ?? null
}

/** Where a portal's tables are or would be created. */
async function schemaOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query("select coalesce(current_schema(), 'public') as schema")
  return (await portalSchemaOf(client)) ?? String(rows[0]?.schema)
}

/** Throws if the definitions aren't a portal's; returns the schema of the extension that its indexes use. */
function trigramSchemaOf(definitions: string, schema: string): string {
  const table = `CREATE TABLE ${quoted(schema)}.kysely_migration (`
  const isPortal = definitions
    .split('\n')
    .some((line) => line === table || line === table.replaceAll('"', ''))
  if (!isPortal) {
    throw new Error(
      `The backup contains no portal tables in the schema ${schema}, which the search path of DATABASE_URL selects. ` +
        'Select the schema that the backup was made from.',
    )
  }
  const [, trigrams] = /(\w+|"(?:[^"]|"")+")\.gin_trgm_ops/.exec(definitions) ?? []
  return trigrams ?? quoted(schema)
}

const quoted = (name: string): string => pg.escapeIdentifier(name)

/**
 * Empties the schema instead of dropping it, which needs its owner: in databases created before PostgreSQL 15, that
 * is the administrator. What belongs to an extension stays.
 */
const resetOf = (schema: string, trigramSchema: string) => `do $$
  declare item text; place text := ${pg.escapeLiteral(schema)};
  begin
    if to_regnamespace(quote_ident(place)) is null then execute format('create schema %I', place); end if;
    for item in
      select format('drop %s if exists %I.%I cascade', case relkind
          when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, place, relname)
        from pg_class where relnamespace = quote_ident(place)::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
      union all
      select format('drop routine if exists %s cascade', oid::regprocedure)
        from pg_proc where pronamespace = quote_ident(place)::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      union all
      select format('drop type if exists %I.%I cascade', place, typname)
        from pg_type where typnamespace = quote_ident(place)::regnamespace and typtype in ('e', 'd')
        and not exists (select from pg_depend where objid = pg_type.oid and deptype = 'e')
    loop
      execute item;
    end loop;
    begin
      create schema if not exists ${trigramSchema};
      create extension if not exists pg_trgm schema ${trigramSchema};
    exception when others then
      raise notice 'pg_trgm is not available';
    end;
  end $$`

/** `server_version_num`, for example 150004. */
async function versionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query('show server_version_num')
  return Number(rows[0]?.server_version_num)
}

/** A setting that pg_restore has written since version 17, and the first server version that supports it. */
const NEWER = { line: '\nSET transaction_timeout = 0;', from: 170_000 }
const PREAMBLE_BYTES = 2048

/** Comments out the settings at the script's beginning that the server doesn't support, whatever the script's size. */
async function withoutNewerSettings(script: string, version: number): Promise<void> {
  if (version >= NEWER.from) return
  const file = await open(script, 'r+')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PREAMBLE_BYTES), 0, PREAMBLE_BYTES, 0)
    const at = buffer.subarray(0, bytesRead).indexOf(NEWER.line)
    if (at >= 0) await file.write('--', at + 1)
  } finally {
    await file.close()
  }
}

/** Throws if anyone else is connected; also cleans up after an interrupted restore. */
export const requireUnusedPostgres = (url: string): Promise<void> =>
  withConnection(url, async (client) => {
    await requireNoOtherSessions(client)
    await recoverPutAside(client)
  })

async function withConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  // If the connection is lost while a tool runs, the next query fails; without a listener, the event would
  // end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Allows one restore at a time, and terminates the session of one that was killed. */
async function lockRestore(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [RESTORE_LOCK])
  if (rows[0]?.locked !== true)
    throw new Error('A restore of this database is in progress. Wait until it finishes.')
  const left = `pg_stat_activity where datname = current_database() and application_name = '${RESTORING}'`
  for (let attempt = 0; attempt < ORPHAN_ATTEMPTS; attempt++) {
    const { rowCount } = await client.query(`select pg_terminate_backend(pid) from ${left}`)
    if (rowCount === 0) return
    await setTimeout(ORPHAN_PAUSE_MS)
  }
}

const ORPHAN_ATTEMPTS = 100
const ORPHAN_PAUSE_MS = 100

/** The schema in which versions before 0.2 stored the data to be replaced. */
const PUT_ASIDE = 'foyer_before_restore'

/**
 * Finishes a restore that an earlier version left incomplete: keeps a completely loaded dump, and otherwise
 * reverts to the old data.
 */
export async function recoverPutAside(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(
    `select to_regclass('public.kysely_migration') is not null as complete
      from pg_namespace where nspname = '${PUT_ASIDE}'`,
  )
  const [aside] = rows
  if (aside === undefined) return
  await client.query(
    aside.complete
      ? `drop schema ${PUT_ASIDE} cascade`
      : `drop schema if exists public cascade; alter schema ${PUT_ASIDE} rename to public`,
  )
}

/** A server process ends shortly after its connection. */
async function requireNoOtherSessions(client: pg.Client): Promise<void> {
  for (let attempt = 1; await hasOtherSessions(client); attempt++) {
    if (attempt === ENDING_ATTEMPTS)
      throw new Error(
        'Other connections are using the database. Stop the portal first, and any pooler in front of it.',
      )
    await setTimeout(ORPHAN_PAUSE_MS)
  }
}

const ENDING_ATTEMPTS = 20

async function hasOtherSessions(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  return rowCount !== 0
}

/** Throws if the file isn't a complete dump. */
export const verifyDump = (path: string): Promise<string> => runTool('pg_restore', ['--file=/dev/null', path])

/** The names of the migrations in the dump of a portal; none in other dumps. */
export async function migrationsIn(dump: string): Promise<string[]> {
  const script = `${dump}.migrations`
  try {
    await runTool('pg_restore', ['--data-only', '--table=kysely_migration', `--file=${script}`, dump])
    const [, rows = ''] = /^COPY .*\n([\s\S]*?)^\\\.$/m.exec(await readFile(script, 'utf8')) ?? []
    return rows.split('\n').flatMap((row) => row.split('\t')[0] || [])
  } finally {
    await rm(script, { force: true })
  }
}

/** Whether PostgreSQL's client programs, needed for backups, are installed. */
export const hasPostgresTools = (): Promise<boolean> =>
  Promise.all(['pg_dump', 'pg_restore'].map((tool) => runTool(tool, ['--version']))).then(
    () => true,
    () => false,
  )

/** Why this machine can't back up the server's databases, or null. */
export async function backupObstacle(url: string): Promise<string | null> {
  if (!(await hasPostgresTools())) return 'pg_dump and pg_restore are not installed on this machine'
  const server = Math.floor((await withConnection(url, versionOf)) / 10_000)
  const tool = Number(/(\d+)/.exec(await runTool('pg_dump', ['--version']))?.[1])
  return tool < server ? `pg_dump ${tool} is older than the server, PostgreSQL ${server}` : null
}

/** Resolves to the end of what it printed. */
function runTool(tool: string, args: string[], environment: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { PGAPPNAME: 'foyer', ...process.env, ...environment }
    const child = spawn(tool, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let answer = ''
    child.stdout.on('data', (chunk) => {
      answer = (answer + chunk).slice(-2000)
    })
    let complaint = ''
    child.stderr.on('data', (chunk) => {
      complaint = (complaint + chunk).slice(-2000)
    })
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new AppError(
              'SERVICE_UNAVAILABLE',
              `Backups of PostgreSQL need ${tool}, which is not installed on this machine.`,
            )
          : error,
      ),
    )
    child.once('close', (code) =>
      code === 0 ? resolve(answer) : reject(new Error(`${tool} failed: ${complaint.trim()}`)),
    )
  })
}
