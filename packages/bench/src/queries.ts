import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Dialect, Kysely, type LogEvent } from 'kysely'
import { seedLarge } from '../../../scripts/seed/large.ts'
import type { LargeAgency } from '../../../scripts/seed/large-rows.ts'
import { newTemporaryFolder } from '../../../scripts/tools/temporary-folders.ts'
import { readConfig } from '../../../server/base/core/config.ts'
import type { RequestCtx } from '../../../server/base/core/context.ts'
import { systemContext } from '../../../server/base/core/rows/reach.ts'
import { postgresDialect } from '../../../server/base/db/engines/postgres.ts'
import { sqliteDialect } from '../../../server/base/db/engines/sqlite.ts'
import type { Schema } from '../../../server/base/db/schema.ts'
import { proceduresForPrograms } from '../../../server/door/http/api/open-api.ts'
import { resolveSession } from '../../../server/identity/auth/gate.ts'
import { startSession } from '../../../server/identity/auth/sessions.ts'
import { countTaxDays } from '../../../server/money/ledger/taxes/commands/count-tax-days.ts'
import { openPortal, type Portal } from '../../../server/portal.ts'
import { appRouter, createCaller } from '../../../server/router.ts'
import { CLIENT_SORTS } from '../../../shared/people/clients.ts'
import { EMPLOYEE_SORTS } from '../../../shared/people/employees.ts'
import { PROJECT_SORTS } from '../../../shared/work/projects.ts'
import { TASK_SORTS } from '../../../shared/work/tasks.ts'

/** Times every query on one large agency as owner, contributor and client, and lists the slow ones. */
const ONCE = {
  agencies: 1,
  projects: 2_000,
  tasks: 100_000,
  people: 200,
  clients: 5_000,
  invoices: 20_000,
  timeEntries: 50_000,
  messages: 20_000,
}
type Size = typeof ONCE

/** The same team with this many times the work and clients. */
const sizeOf = (times: number): Size => ({
  agencies: ONCE.agencies,
  projects: ONCE.projects * times,
  tasks: ONCE.tasks * times,
  people: ONCE.people,
  clients: ONCE.clients * times,
  invoices: ONCE.invoices * times,
  timeEntries: ONCE.timeEntries * times,
  messages: ONCE.messages * times,
})
const ROUNDS = 5
/** Milliseconds from which a query counts as slow, however often it is called. */
const TWICE_IS_ENOUGH = 500

type Caller = ReturnType<typeof createCaller>
type Call = (caller: Caller) => Promise<unknown>

/** Queries as their screens call them; those without input are taken from the router. */
function callsOn(agency: LargeAgency, ids: Ids): Record<string, Call> {
  const [project_id = '', client_id = ''] = [agency.projectIds[0], agency.clientIds[0]]
  const { task_id, invoice_id, payment_id, entry_id } = ids
  const searches = ['4', '42', 'a 4', 'w i', 'task 99999', 'task zzz', 'done counts 9', 'client', '#4a'].map(
    (query): [string, Call] => [`search.all “${query}”`, (caller) => caller.search.all({ query })],
  )
  return {
    ...Object.fromEntries(searches),
    'tasks.list of a status': (caller) => caller.tasks.list({ status: 'done' }),
    'tasks.list by board': (caller) => caller.tasks.list({ status: 'todo', order: 'board' }),
    'tasks.list overdue': (caller) => caller.tasks.list({ due: 'overdue' }),
    'tasks.list open': (caller) => caller.tasks.list({ open: true }),
    'tasks.list with a rare word': (caller) => caller.tasks.list({ search: 'task 99999' }),
    'tasks.list with an unknown word': (caller) => caller.tasks.list({ search: 'nowhere' }),
    'tasks.list with two rare letters': (caller) => caller.tasks.list({ search: 'qx' }),
    'tasks.list with foreign letters': (caller) => caller.tasks.list({ search: 'Straße' }),
    'tasks.list of a project': (caller) => caller.tasks.list({ project_id }),
    ...Object.fromEntries(
      TASK_SORTS.flatMap((order) =>
        [false, true].map((descending): [string, Call] => [
          `tasks.list by ${order}${descending ? ' descending' : ''}}`,
          (caller) => caller.tasks.list({ order, descending }),
        ]),
      ),
    ),
    'tasks.list by project, open': (caller) => caller.tasks.list({ order: 'project', open: true }),
    ...Object.fromEntries(
      PROJECT_SORTS.map((order): [string, Call] => [
        `projects.list by ${order}`,
        (caller) => caller.projects.list({ order }),
      ]),
    ),
    ...Object.fromEntries(
      CLIENT_SORTS.map((order): [string, Call] => [
        `clients.list by ${order}`,
        (caller) => caller.clients.list({ order, descending: true }),
      ]),
    ),
    ...Object.fromEntries(
      EMPLOYEE_SORTS.map((order): [string, Call] => [
        `employees.list by ${order}`,
        (caller) => caller.employees.list({ order }),
      ]),
    ),
    'tasks.get': (caller) => caller.tasks.get({ id: task_id }),
    'tasks.comments': (caller) => caller.tasks.comments({ task_id }),
    'projects.list with a word': (caller) => caller.projects.list({ search: 'project 1999' }),
    'projects.get': (caller) => caller.projects.get({ id: project_id }),
    'clients.list with a word': (caller) => caller.clients.list({ search: 'company 4999' }),
    'clients.get': (caller) => caller.clients.get({ id: client_id }),
    'clients.details': (caller) => caller.clients.details({ id: client_id }),
    'invoices.list overdue': (caller) => caller.invoices.list({ status: 'overdue' }),
    'invoices.list with an unknown word': (caller) => caller.invoices.list({ search: 'nowhere' }),
    'invoices.list of a client': (caller) => caller.invoices.list({ client_id, status: 'open' }),
    'invoices.list of a project': (caller) => caller.invoices.list({ project_id }),
    'invoices.get': (caller) => caller.invoices.get({ id: invoice_id }),
    'invoices.mailDraft': (caller) => caller.invoices.mailDraft({ id: invoice_id }),
    'invoices.eInvoice': (caller) => caller.invoices.eInvoice({ id: invoice_id }),
    'invoices.creditable': (caller) => caller.invoices.creditable({ id: invoice_id }),
    'invoices.letterhead': (caller) => caller.invoices.letterhead({ client_id }),
    'invoices.clientCredit': (caller) => caller.invoices.clientCredit({ client_id }),
    'payments.receipt': (caller) => caller.payments.receipt({ id: payment_id }),
    'invoices.statement': (caller) =>
      caller.invoices.statement({ client_id, from: '2000-01-01', to: '2100-01-01' }),
    'finance.summary of all time': (caller) => caller.finance.summary({ from: null, to: null }),
    'finance.transactions with an unknown word': (caller) =>
      caller.finance.transactions({ search: 'nowhere' }),
    'finance.unbilledExpenses': (caller) => caller.finance.unbilledExpenses({ client_id }),
    'activity.list of a client': (caller) => caller.activity.list({ client_id }),
    'activity.list of a project': (caller) => caller.activity.list({ project_id }),
    'files.list of a project': (caller) => caller.files.list({ project_id }),
    'files.list of a task': (caller) => caller.files.list({ project_id, task_id }),
    'messages.list': (caller) => caller.messages.list({ project_id }),
    'messages.people': (caller) => caller.messages.people({ project_id }),
    'workLog.list of the agency': (caller) => caller.workLog.list({ whose: 'agency' }),
    'workLog.list of a project': (caller) => caller.workLog.list({ whose: 'agency', project_id }),
    'workLog.get': (caller) => caller.workLog.get({ id: entry_id }),
    'timesheets.unbilled': (caller) => caller.timesheets.unbilled({ client_id }),
    'timesheets.projectTime': (caller) => caller.timesheets.projectTime({ project_id }),
    'schedule.range of a month': (caller) => caller.schedule.range(monthAround(new Date())),
  }
}

/** Rows that screens open. */
interface Ids {
  task_id: string
  invoice_id: string
  payment_id: string
  entry_id: string
}

async function findIds({ services: { db } }: Portal): Promise<Ids> {
  const first = async (table: 'tasks' | 'invoices' | 'payments' | 'time_entries') =>
    (await db.selectFrom(table).select('id').limit(1).executeTakeFirst())?.id ?? ''
  return {
    task_id: await first('tasks'),
    invoice_id: await first('invoices'),
    payment_id: await first('payments'),
    entry_id: await first('time_entries'),
  }
}

function monthAround(now: Date): { from: string; to: string } {
  const day = (offset: number) => new Date(now.getTime() + offset * 86_400_000).toISOString().slice(0, 10)
  return { from: day(-15), to: day(15) }
}

/** Procedures named after what their rows belong to take its id. */
const plainCalls = (ids: { client_id: string; invoice_id: string }): Record<string, Call> =>
  Object.fromEntries(
    proceduresForPrograms(appRouter)
      .filter(([, { type }]) => type === 'query')
      .map(([path]): [string, Call] => {
        const [domain = '', name = ''] = path.split('.')
        return [
          path,
          (caller) =>
            (caller as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>)[
              domain
            ]?.[name]?.(name.startsWith('of') ? ids : {}) ?? Promise.resolve(),
        ]
      }),
  )

interface Person {
  role: string
  caller: Caller
}

async function signIn(portal: Portal, db: Kysely<Schema>, userId: string): Promise<Person> {
  const services = { ...portal.services, db }
  const { cookie } = await startSession(portal.services, userId, { short: false, ip: null, user_agent: null })
  const session = await resolveSession(services, cookie.split(';')[0])
  if (session === null) throw new Error('The session is not valid.')
  const context: RequestCtx = {
    ...session.ctx,
    sessionId: null,
    device: null,
    request: { id: 'bench', ip: '127.0.0.1', userAgent: null },
    setCookie: () => {},
  }
  return { role: session.ctx.actor.role ?? '', caller: createCaller(context) }
}

interface Timing {
  call: string
  role: string
  milliseconds: number
  /** This process's CPU time; SQLite runs inside it, PostgreSQL doesn't. */
  cpu: number
  statements: number
  slowest: { sql: string; milliseconds: number } | null
}

/** The best of the rounds, because other load only adds time. Null if the caller isn't allowed. */
async function time(person: Person, name: string, call: Call, events: LogEvent[]): Promise<Timing | null> {
  let best: Timing | null = null
  for (let round = 0; round < ROUNDS && (round < 2 || (best?.milliseconds ?? 0) < TWICE_IS_ENOUGH); round++) {
    events.length = 0
    const [started, before] = [performance.now(), process.cpuUsage()]
    try {
      await call(person.caller)
    } catch {
      return null
    }
    const milliseconds = performance.now() - started
    const { user, system } = process.cpuUsage(before)
    if (best !== null && best.milliseconds <= milliseconds) continue
    const [slowest] = events.toSorted((one, other) => other.queryDurationMillis - one.queryDurationMillis)
    best = {
      call: name,
      role: person.role,
      milliseconds,
      cpu: (user + system) / 1000,
      statements: events.length,
      slowest:
        slowest === undefined ? null : { sql: slowest.query.sql, milliseconds: slowest.queryDurationMillis },
    }
  }
  return best
}

/** Without the selected columns, because only the sources matter. */
const shorten = (sql: string): string => sql.replace(/^select .*? from "/, 'select … from "')

/** PostgreSQL runs in its own processes, so elapsed time counts there. */
const figureOf = ({ cpu, milliseconds }: Timing, dialect: string): number =>
  dialect === 'sqlite' ? cpu : milliseconds

interface Wanted {
  size: Size
  dialect: string
  limit: number
  verbose: boolean
}

function report(timings: Timing[], { size, dialect, limit, verbose }: Wanted): void {
  const isSlow = (timing: Timing) => figureOf(timing, dialect) > limit
  const sorted = timings.toSorted((one, other) => figureOf(other, dialect) - figureOf(one, dialect))
  for (const timing of sorted) {
    const { call, role, milliseconds, cpu, statements, slowest } = timing
    if (!verbose && !isSlow(timing)) continue
    console.log(
      `${milliseconds.toFixed(1).padStart(8)} ms ${cpu.toFixed(1).padStart(8)} ms cpu ${String(statements).padStart(3)} statements  ${role} ${call}`,
    )
    if (!isSlow(timing) || slowest === null) continue
    console.log(`         ${slowest.milliseconds.toFixed(1)} ms of that: ${shorten(slowest.sql)}`)
  }
  const kind = dialect === 'sqlite' ? 'of CPU time' : 'in all'
  console.log(
    `${timings.length} calls on ${JSON.stringify(size)}; ${timings.filter(isSlow).length} took over ${limit} ms ${kind}.`,
  )
}

const { values } = parseArgs({
  options: {
    limit: { type: 'string', default: '50' },
    times: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    all: { type: 'boolean', default: false },
  },
})
const size = sizeOf(Number(values.times))
const given = process.env.DATA_DIR
const folder = given ?? (await newTemporaryFolder('foyer-queries'))
const portal = await openPortal(readConfig({ ...process.env, DATA_DIR: folder, LOG_LEVEL: 'silent' }))
try {
  const events: LogEvent[] = []
  const { database } = portal
  const dialect: Dialect =
    database.dialect === 'sqlite' ? sqliteDialect(database.file) : postgresDialect(database.pool)
  const db = new Kysely<Schema>({ dialect, log: (event) => void events.push(event) })
  const agency = (await findLarge(portal)) ?? (await seed(portal))
  if (agency === undefined) throw new Error('No agency to query found.')
  // What the portal's job does every ten minutes.
  await countTaxDays(systemContext({ services: portal.services }))
  const ids = await findIds(portal)
  const owners = { client_id: agency.clientIds[0] ?? '', invoice_id: ids.invoice_id }
  const calls = Object.entries({ ...plainCalls(owners), ...callsOn(agency, ids) })
  const timings: Timing[] = []
  for (const userId of [agency.ownerId, agency.employeeUserIds[0] ?? '', agency.clientUserId]) {
    const person = await signIn(portal, db, userId)
    for (const [name, call] of calls) {
      if (!name.includes(values.only)) continue
      const timing = await time(person, name, call, events)
      if (timing !== null) timings.push(timing)
    }
  }
  report(timings, { size, dialect: database.dialect, limit: Number(values.limit), verbose: values.all })
} finally {
  await portal.close()
  if (given === undefined) rmSync(folder, { recursive: true, force: true })
}

async function seed({ services }: Portal): Promise<LargeAgency | undefined> {
  const started = performance.now()
  const [agency] = await seedLarge(services, size, new Date())
  console.log(`Seeded in ${((performance.now() - started) / 1000).toFixed(0)} s.`)
  return agency
}

/** The agency of an earlier run, if DATA_DIR or DATABASE_URL names its database. */
async function findLarge({ services: { db } }: Portal): Promise<LargeAgency | null> {
  const agency = await db.selectFrom('agencies').select(['id', 'owner_id']).executeTakeFirst()
  if (agency === undefined) return null
  const ids = (rows: { id: string }[]) => rows.map((row) => row.id)
  const people = await db
    .selectFrom('profiles')
    .select(['user_id', 'role', 'client_id', 'employee_id'])
    .execute()
  const employees = people.filter((person) => person.role === 'employee')
  const client = people.find((person) => person.role === 'client')
  const projects = db
    .selectFrom('projects')
    .select('id')
    .where('assigned_client_id', '=', client?.client_id ?? '')
  return {
    agencyId: agency.id,
    ownerId: agency.owner_id,
    clientIds: client?.client_id ? [client.client_id] : [],
    clientUserId: client?.user_id ?? '',
    employeeIds: employees.flatMap((person) => person.employee_id ?? []),
    employeeUserIds: employees.map((person) => person.user_id),
    projectIds: ids(await projects.execute()),
  }
}
