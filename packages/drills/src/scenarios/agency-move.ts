import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { freePort } from '../../../../scripts/tools/free-port.ts'
import type { Db } from '../../../../server/base/db/schema.ts'
import { hashPassword } from '../../../../server/identity/auth/passwords.ts'
import { atEnd, scratchFolder } from '../clean-up.ts'
import { hasHaProxy, startDirectoryProxy } from '../haproxy.ts'
import { callerAt } from '../load/caller.ts'
import { findDamage, findHalfDone, findLosses, inDatabase } from '../load/checks.ts'
import { Ledger } from '../load/ledger.ts'
import { Writers } from '../load/writers.ts'
import { type Drill, type Outcome, skipped } from '../outcome.ts'
import { killCommand, Product, runCommand, type Settings } from '../product.ts'
import { bothStores, messageOf, type Stores } from '../stores.ts'
import { openWorlds, type World } from '../world.ts'

const SIZE = { agencies: 2, projects: 20, tasks: 2_000, people: 8, invoices: 100, timeEntries: 400 }
const PASSWORD = 'a horse of another color'
const TOKEN = 'token-of-the-proxy'
const WORK_MS = 2_000
/** Leaves moments without a payment in progress, so that a move can start. */
const PAUSE_MS = 150
const MAX_TRIES = 40
const SILENT_AT_MOST_MS = 5_000

const REFUSED = 'The agency is read-only from now on.'
const ARRIVED = 'Removing the agency here.'

/**
 * Moves an agency between two running installations behind one HAProxy while its people work, and kills the
 * move.
 */
export const agencyMove: Drill = {
  name: 'agency-move',
  run: async () => {
    if (!hasHaProxy) return [skipped('HAProxy is not installed')]
    const { sqlite, postgres } = await bothStores()
    return [await drill(sqlite, sqlite), await drill(sqlite, postgres), await drill(postgres, sqlite)]
  },
}

async function drill(from: Stores, to: Stores): Promise<Outcome> {
  const way = `${from.dialect} to ${to.dialect}`
  const done = `${way}: an agency moved between two installations behind one HAProxy, the command killed in four places, under ten writers of the agency and one of others at each end`
  try {
    return { done, ...(await moveUnderWriters(from, to)) }
  } catch (error) {
    return { done: `${way}: didn't finish`, figures: '', losses: [messageOf(error)] }
  }
}

async function moveUnderWriters(from: Stores, to: Stores): Promise<Omit<Outcome, 'done'>> {
  const front = await freePort()
  const [here, there] = [await from.create(), await to.create()].map(
    (settings, index): Settings => ({
      ...settings,
      PUBLIC_URL: `http://127.0.0.${index + 1}:${front}`,
      METRICS_TOKEN: TOKEN,
    }),
  )
  if (here === undefined || there === undefined) throw new Error('There are two installations.')
  const [moved, sibling] = await openWorlds(here, SIZE)
  const [resident] = await openWorlds(there, { ...SIZE, agencies: 1 })
  if (!moved || !sibling || !resident) throw new Error('There are too few agencies.')
  const emails = await givePasswords(here, moved)
  const address = `http://127.0.0.3:${front}`
  await done(
    await runCommand(['scripts/operate/admin.ts', 'agency-address', moved.agencyId, '127.0.0.3'], here),
  )

  const portals = [await Product.of(here), await Product.of(there)] as const
  for (const portal of portals) await portal.start()
  const map = join(await scratchFolder(), 'hosts.map')
  const directory = ['scripts/operate/directory.ts', '--map', map]
  const installations = portals.map(({ url }, index) => `eu${index + 1}=${url}`)
  await done(await runCommand([...directory, ...installations], { METRICS_TOKEN: TOKEN }))
  const [eu1, eu2] = portals.map(({ url }) => Number(new URL(url).port))
  const proxy = await startDirectoryProxy(front, map, { eu1: eu1 ?? 0, eu2: eu2 ?? 0 })
  atEnd(proxy.stop)

  const ledger = new Ledger()
  const writers = new Writers(address, moved, ledger, { pauseMs: PAUSE_MS })
  const others = [new Other(`${here.PUBLIC_URL}`, sibling), new Other(`${there.PUBLIC_URL}`, resident)]
  await sleep(WORK_MS)
  const losses: string[] = []
  const tries = await killAndFinish(moved.agencyId, { here, there, losses, ledger })
  const gone = performance.now()

  await done(
    await runCommand([...directory, '--run', `kill -USR2 ${proxy.pid}`, ...installations], {
      METRICS_TOKEN: TOKEN,
    }),
  )
  await writers.stop()
  const before = ledger.acknowledged.size
  const world = await signInAgain(address, moved, emails)
  const back = Math.round(performance.now() - gone)
  const again = new Writers(address, world, ledger, { pauseMs: PAUSE_MS })
  await sleep(WORK_MS)
  await again.stop()
  const silences = []
  for (const other of others) silences.push(await other.stop())
  for (const portal of portals) {
    if (!portal.runs) losses.push(`a portal ended: ${portal.said}`)
    await portal.end('SIGTERM')
  }
  if (ledger.acknowledged.size === before) losses.push('nothing was written at the same address afterwards')
  for (const silence of silences) {
    if (silence > SILENT_AT_MOST_MS) losses.push(`another agency got no response for ${silence} ms`)
  }
  // Sessions end with the move: later calls get a 401, those during the removal a 404.
  const unexpected = ledger.unexpected.filter((message) => !/ answered 40[14]/.test(message))
  const { name, acknowledged, unanswered } = ledger
  losses.push(
    ...(await inDatabase(there.DATABASE_URL, (db) =>
      findLosses(db, { name, acknowledged, unanswered, unexpected }),
    )),
    ...(await inDatabase(here.DATABASE_URL, (db) => findRemains(db, moved))),
  )
  for (const [settings, other] of [
    [here, others[0]],
    [there, others[1]],
  ] as const) {
    losses.push(...(await inDatabase(settings.DATABASE_URL, (db) => findLosses(db, other?.ledger ?? ledger))))
    losses.push(...(await inDatabase(settings.DATABASE_URL, findHalfDone)))
    losses.push(...(await findDamage(settings.DATABASE_URL)))
  }
  proxy.stop()
  await from.remove(here)
  await to.remove(there)
  return {
    figures: `${before} acknowledged before and ${ledger.acknowledged.size - before} after, at the same address; ${tries} runs of the command, including those refused because of a payment in progress; signed in again ${back} ms after the last; others silent for ${silences.join(' and ')} ms at most`,
    losses,
  }
}

interface Move {
  here: Settings
  there: Settings
  losses: string[]
  ledger: Ledger
}

/**
 * Kills the command twice when read-only (then cancels, then continues) and twice after arrival; returns its
 * runs.
 */
async function killAndFinish(agencyId: string, { here, there, losses, ledger }: Move): Promise<number> {
  const file = join(here.DATA_DIR, 'target.env')
  writeFileSync(
    file,
    Object.entries(there)
      .map(([name, value]) => `${name}="${value}"\n`)
      .join(''),
  )
  const command = ['scripts/operate/move.ts', '--agency', agencyId, '--to', file]
  let runs = 0
  /** Repeats the command until no payment is in progress. */
  const runUntil = async (words: string, afterMs: number, wanted: string): Promise<void> => {
    for (let tried = 0; tried < MAX_TRIES; tried++) {
      runs++
      const { said } = await killCommand(command, here, { words, afterMs })
      if (said.includes(wanted) && !said.includes('in progress')) return
      if (!said.includes('in progress')) throw new Error(`the move ended: ${said}`)
      await sleep(200 * Math.random())
    }
    throw new Error(`the move didn't start in ${MAX_TRIES} attempts`)
  }
  await runUntil(REFUSED, 0, REFUSED)
  await done(await runCommand([...command, '--abandon'], here))
  await sleep(WORK_MS)
  await runUntil(REFUSED, 100, REFUSED)
  await sleep(WORK_MS / 2)
  losses.push(
    ...ledger.unexpected.map((message) => `rejected before the agency was removed: ${message}`).slice(0, 3),
  )
  await runUntil(ARRIVED, 0, ARRIVED)
  await sleep(WORK_MS / 2)
  runs++
  await killCommand(command, here, { words: '” is now at ', afterMs: 20 })
  runs++
  await done(await runCommand(command, here))
  return runs
}

async function done({ code, said }: { code: number | null; said: string }): Promise<void> {
  if (code !== 0) throw new Error(said)
}

/** A person of another agency who writes one task after another. */
class Other {
  readonly ledger = new Ledger()
  readonly #work: Promise<void>
  readonly #began = performance.now()
  #stopped = false

  constructor(url: string, world: World) {
    this.#work = this.#write(url, world)
  }

  /** Returns the longest time without a response. */
  async stop(): Promise<number> {
    this.#stopped = true
    await this.#work
    return Math.round(this.ledger.longestSilence(this.#began))
  }

  async #write(url: string, { owner, projectIds: [project_id] }: World): Promise<void> {
    const { change } = callerAt(url, owner)
    while (!this.#stopped) {
      const title = this.ledger.mark()
      const add = () => change('tasks.save', { project_id, title })
      await this.ledger.write('task', title, add).catch((error: unknown) => {
        this.ledger.failures.push(error instanceof Error ? error : new Error(String(error)))
      })
      await sleep(PAUSE_MS)
    }
  }
}

/** Returns the emails of the owner, the client and the contributors, in the order of the world's sessions. */
async function givePasswords(settings: Settings, world: World): Promise<string[]> {
  const hash = await hashPassword(PASSWORD)
  return inDatabase(settings.DATABASE_URL, async (db) => {
    const people = await db
      .selectFrom('profiles')
      .select(['user_id', 'email', 'role'])
      .where('agency_id', '=', world.agencyId)
      .execute()
    const ids = people.map(({ user_id }) => user_id)
    await db.updateTable('users').set({ password_hash: hash }).where('id', 'in', ids).execute()
    const of = (role: string) => people.filter((one) => one.role === role).map(({ email }) => email)
    return [...of('agency_admin').slice(0, 1), ...of('client').slice(0, 1), ...of('employee')]
  })
}

/** Signs everyone in at the agency's own address. */
async function signInAgain(url: string, world: World, emails: string[]): Promise<World> {
  const cookies: string[] = []
  for (const email of emails) {
    const answer = await fetch(`${url}/trpc/auth.signIn`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    if (!answer.ok) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`)
    cookies.push(
      answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
    )
  }
  const [owner = '', client = '', ...contributors] = cookies
  return { ...world, owner, client, contributors }
}

/** Tables that would show rows left behind. */
const LEFT = { agencies: 'id', profiles: 'agency_id', tasks: 'agency_id', payments: 'agency_id' }

/** Rows of the agency that the source still has. */
async function findRemains(db: Db, { agencyId }: World): Promise<string[]> {
  const losses: string[] = []
  for (const [table, column] of Object.entries(LEFT)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${sql.ref(column)} = ${agencyId}`.execute(db)
    const count = Number(rows[0]?.count)
    if (count > 0) losses.push(`the source still has ${count} rows of ${table}`)
  }
  return losses
}
