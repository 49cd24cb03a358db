import { existsSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { dirname, resolve } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import { backupObstacle } from '#server/base/adapters/backups/postgres-tools.ts'
import { createLogger } from '#server/base/adapters/log.ts'
import { checkMailServer } from '#server/base/adapters/mail.ts'
import {
  hasSqliteFile,
  refuseEmptyPortal,
  requireWritable,
} from '#server/base/adapters/storage/data-folder.ts'
import { networkFolderAdvice, readDisk } from '#server/base/adapters/storage/disk.ts'
import { tryBucket } from '#server/base/adapters/storage/try-bucket.ts'
import {
  type BucketSettings,
  type Config,
  isLocal,
  pastPooler,
  readConfig,
} from '#server/base/core/config.ts'
import { systemContext } from '#server/base/core/rows/reach.ts'
import { InvalidSettings, inWords } from '#server/base/core/startup/failed-start.ts'
import { VERSION } from '#server/base/core/startup/version.ts'
import { CLOCK_DIFFERENCE_MINUTES } from '#server/base/db/elapsed.ts'
import { isPostgresUrl, openDatabase, sqlitePath } from '#server/base/db/engines/connection.ts'
import { inspectMigrations, newerDatabase } from '#server/base/db/engines/migrator.ts'
import { Replica } from '#server/base/db/engines/replica.ts'
import { requireOneSchema, requireUtf8, waitForDatabase } from '#server/base/db/engines/wait.ts'
import { addMinutes } from '#server/base/db/values.ts'
import { localUrl, requireAddress } from '#server/door/http/listen.ts'
import { findClient } from '#server/door/http/pages/client-build.ts'
import { isHttps } from '#server/identity/auth/sessions.ts'
import { requireNotedKey } from '#server/overview/platform/backups/commands/confirm-key.ts'
import { openForCommand } from '#server/portal.ts'
import { commandText, runCommand } from '../command-line.ts'
import { databasePlace } from './command-config.ts'

/** `fault`: the portal doesn't start, or someone can't use it. `note`: it works, but perhaps not as intended. */
type State = 'ok' | 'note' | 'fault'

interface Finding {
  state: State
  /** What was found and, if something is wrong, how to fix it. */
  text: string
}

const ok = (text: string): Finding => ({ state: 'ok', text })
const note = (text: string): Finding => ({ state: 'note', text })
const fault = (text: string): Finding => ({ state: 'fault', text })

const GB = 1024 ** 3
const inGb = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`

/** Memory for a portal with a few agencies, and for a build of the client. */
const MEMORY_TO_SERVE = 0.4 * GB
const MEMORY_TO_BUILD = GB
/** Less than Node's default limit on the smallest of these machines. */
const HEAP_TO_SERVE = 0.2 * GB

async function* program(config: Config): AsyncIterable<Finding> {
  yield ok(`Foyer ${VERSION} on Node ${process.versions.node}`)
  for (const warning of config.warnings) yield note(warning)
}

async function* memory(): AsyncIterable<Finding> {
  // A container's limit; outside containers, a meaningless number.
  const allowed = process.constrainedMemory()
  const available = allowed > 0 && allowed < totalmem() ? allowed : totalmem()
  const text = `${inGb(available)} of memory, ${availableParallelism()} processors`
  if (available < MEMORY_TO_SERVE) yield fault(`${text}: the portal needs 0.4 GB.`)
  else if (available < MEMORY_TO_BUILD)
    yield note(
      `${text}: enough to serve, but not to build. Run "npm run build" on another machine, and copy dist.`,
    )
  else yield ok(text)
  const limit = getHeapStatistics().heap_size_limit
  if (limit < HEAP_TO_SERVE)
    yield note(
      `Node may use ${inGb(limit)} of it for objects: raise --max-old-space-size in NODE_OPTIONS, or unset it.`,
    )
}

async function* pages(): AsyncIterable<Finding> {
  const client = findClient()
  if (client === null) yield fault('The pages are not built: run "npm run build".')
  else if (client.isCurrent) yield ok('The pages are built')
  else yield note('The pages were built for another version: run "npm run build".')
}

async function* folder(config: Config): AsyncIterable<Finding> {
  const place = resolve(config.dataDir)
  const places = [
    place,
    ...(isPostgresUrl(config.databaseUrl) ? [] : [dirname(sqlitePath(config.databaseUrl))]),
  ]
  if (places.every((path) => existsSync(path))) requireWritable(config)
  yield ok(existsSync(place) ? `${place} can be written to` : `${place} is created at the first start`)
  const advice = await networkFolderAdvice(
    config.databaseUrl,
    existing(dirname(sqlitePath(config.databaseUrl))),
  )
  if (advice !== null) yield note(advice)
  const disk = await readDisk({ ...config, dataDir: existing(place), databaseUrl: 'postgres://' })
  if (disk === null) return
  const text = `${inGb(disk.free)} free on the disk of ${disk.folder}`
  if (disk.free === 0) yield fault(`${text}: free some space.`)
  else if (disk.free < config.alerts.diskFreeGb * GB) yield note(`${text}: less than ALERT_DISK_FREE_GB.`)
  else yield ok(text)
}

function existing(place: string): string {
  return existsSync(place) || dirname(place) === place ? place : existing(dirname(place))
}

async function* database(config: Config): AsyncIterable<Finding> {
  yield ok(databasePlace(config.databaseUrl))
  if (!isPostgresUrl(config.databaseUrl) && !hasSqliteFile(config.databaseUrl)) {
    refuseEmptyPortal(config)
    yield ok('There is no database yet: the first start creates it')
    return
  }
  const portal = await openForCommand({ ...config, logLevel: 'silent' }, 'look')
  try {
    const { pending, executed, unknown, worksWithUnknown } = await inspectMigrations(portal.database.db)
    if (unknown.length > 0 && !worksWithUnknown) {
      yield fault(newerDatabase(unknown))
      return
    }
    if (executed.length === 0) {
      if (portal.database.dialect === 'postgres') refuseEmptyPortal(config)
      await requireUtf8(portal.database)
      yield ok('The database is empty: the first start creates its tables')
      return
    }
    await requireOneSchema(portal.database)
    yield pending.length === 0
      ? ok(`The database responds (${portal.database.dialect})`)
      : note(`The next start upgrades the database (${pending.length} migrations), after a copy.`)
    const obstacle =
      portal.database.dialect === 'postgres' ? await backupObstacle(portal.database.directUrl) : null
    if (obstacle !== null) yield note(`Backups don't work: ${obstacle}.`)
    const ctx = systemContext({ services: portal.services })
    if (pending.length === 0) await requireNotedKey(ctx)
    const { newest } = await ctx.db
      .selectFrom('job_runs')
      .select((eb) => eb.fn.max('started_at').as('newest'))
      .executeTakeFirstOrThrow()
    yield clockFinding(new Date(), newest === null ? null : new Date(newest))
  } finally {
    await portal.close()
  }
}

async function* replica(config: Config): AsyncIterable<Finding> {
  const { databaseReadUrl: url } = config
  if (url === null) return
  const primary = openDatabase(pastPooler(config).databaseUrl)
  const copy = openDatabase(url)
  try {
    await waitForDatabase(copy, createLogger('silent'), { waitMs: 0, setting: 'DATABASE_READ_URL' })
    const warnings: string[] = []
    const used = await new Replica(primary.db, copy, { warn: (text) => warnings.push(text) }).read(
      async () => true,
    )
    if (used) yield ok('The server at DATABASE_READ_URL is up to date')
    else yield note(warnings[0] ?? 'The server at DATABASE_READ_URL is behind the primary.')
  } finally {
    await Promise.all([copy.close(), primary.close()])
  }
}

const files = ({ filesBucket }: Config) => bucket(filesBucket, 'FILES')
const backups = ({ backupBucket }: Config) => bucket(backupBucket, 'BACKUP')

async function* bucket(settings: BucketSettings | null, owner: string): AsyncIterable<Finding> {
  if (settings === null) return
  try {
    await tryBucket(settings)
    yield ok(`The bucket ${settings.bucket} can be written to, read and deleted from`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    yield fault(`The portal can’t use the bucket ${settings.bucket}: it ${reason} Check ${owner}_S3_….`)
  }
}

function clockFinding(now: Date, newest: Date | null): Finding {
  const said = `The clock says ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  if (newest !== null && newest > addMinutes(now, CLOCK_DIFFERENCE_MINUTES)) {
    return fault(`${said}, but jobs ran at ${newest.toISOString()}: the clock is wrong now, or was then.`)
  }
  return ok(said)
}

async function* address(config: Config): AsyncIterable<Finding> {
  const { publicUrl, port, trustProxy } = config
  if (await isFoyer(localUrl(config))) yield ok(`A portal listens on port ${port}`)
  else {
    await requireAddress(config)
    yield ok(`Port ${port} is free`)
  }
  if (!isHttps(publicUrl)) {
    if (!isLocal(publicUrl))
      yield note(`${publicUrl} is not encrypted: set PUBLIC_URL to an https:// address.`)
    return
  }
  if (trustProxy === 0)
    yield note('TRUST_PROXY is not set: behind a proxy, all people share one limit of sign-in attempts.')
  if (await isFoyer(publicUrl)) yield ok(`${publicUrl} leads to a portal`)
  else
    yield note(
      `${publicUrl} doesn't lead to a running portal from here: check DNS, certificate and proxy (docs/reverse-proxy.md).`,
    )
}

const ANSWER_LIMIT_MS = 2000

async function isFoyer(url: string): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
    return ((await answer.json()) as { status?: unknown }).status === 'ok'
  } catch {
    return false
  }
}

async function* mail(config: Config): AsyncIterable<Finding> {
  if (config.smtpUrl === null) yield note('SMTP_URL is not set: messages are written to the folder outbox.')
  else {
    await checkMailServer(config, config.smtpUrl)
    yield ok(`The mail server ${new URL(config.smtpUrl).host} accepts the sign-in`)
  }
}

const CHECKS = {
  Program: program,
  Memory: memory,
  Pages: pages,
  Folder: folder,
  Database: database,
  Replica: replica,
  Files: files,
  Backups: backups,
  Address: address,
  Email: mail,
}

/** All findings, in order; a check that throws results in a fault with its message. */
export async function* examine(config: Config): AsyncIterable<Finding & { subject: string }> {
  for (const [subject, check] of Object.entries(CHECKS)) {
    try {
      for await (const finding of check(config)) yield { subject, ...finding }
    } catch (error) {
      yield { subject, ...fault(error instanceof Error ? inWords(error) : String(error)) }
    }
  }
}

const SIGNS: Record<State, string> = { ok: 'ok   ', note: 'note ', fault: 'FAULT' }

/** Reports what keeps a portal from working here, one line each, and leaves everything as it was. Exit code 1: a fault. */
export async function diagnose(): Promise<void> {
  const lines: Finding[] = []
  const say = (subject: string, { state, text }: Finding) => {
    lines.push({ state, text })
    console.log(`${SIGNS[state]}  ${subject.padEnd(8)}  ${text.replaceAll('\n', `\n${' '.repeat(17)}`)}`)
  }
  try {
    for await (const { subject, ...finding } of examine(readConfig())) say(subject, finding)
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error
    say('Settings', fault(error.message))
  }
  const faults = lines.filter(({ state }) => state === 'fault').length
  console.log(
    faults === 0 ? '\nThe portal can run.' : `\n${faults} to fix; then run "${commandText('doctor')}" again.`,
  )
  if (faults > 0) process.exitCode = 1
}

if (import.meta.main) await runCommand(diagnose)
