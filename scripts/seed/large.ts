import { parseArgs } from 'node:util'
import type { Insertable } from 'kysely'
import { readConfig } from '#server/base/core/config.ts'
import type { Services } from '#server/base/core/context.ts'
import { systemContext } from '#server/base/core/rows/reach.ts'
import { transact } from '#server/base/core/transaction.ts'
import { inBulk, inLargeTransaction } from '#server/base/db/bulk/deferred-indexes.ts'
import { databaseOf, openDatabase } from '#server/base/db/engines/connection.ts'
import type { Db, Schema, Trx } from '#server/base/db/schema.ts'
import { newId, toInstant } from '#server/base/db/values.ts'
import { newAgencyId } from '#server/identity/agencies/commands/create.ts'
import { recountTallies } from '#server/overview/platform/checks/commands/reconcile-tallies.ts'
import { openPortal } from '#server/portal.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import { PROJECT_CATEGORIES, PROJECT_STATUSES } from '#shared/work/projects.ts'
import { TASK_PRIORITIES, TASK_STATUSES } from '#shared/work/tasks.ts'
import { addInvoices, addMessages, addTime, DAYS } from './large-books.ts'
import { BATCH, dayOf, insertAll, type LargeAgency, pick, range } from './large-rows.ts'

export interface LargeSize {
  agencies: number
  /** Across all agencies, spread evenly; the same applies to tasks and people. */
  projects: number
  tasks: number
  people: number
  /** A fifth of the projects by default. */
  clients?: number
  /** Most of them are paid, with booked payments. */
  invoices?: number
  /** The days before now over which invoices are spread, two years by default. */
  invoiceDays?: number
  timeEntries?: number
  messages?: number
}

const PROJECTS_PER_CLIENT = 5
const MINUTE = 60_000
/** The number of tasks from which rebuilding all indexes is faster. */
const BULK = 20_000

/**
 * Fills a database with large amounts of data by direct inserts, for benchmarks and load tests. Its accounts
 * have no password, so no one can sign in to them.
 */
export function seedLarge(services: Services, size: LargeSize, now: Date): Promise<LargeAgency[]> {
  if (size.tasks < BULK) return services.db.transaction().execute((trx) => addLarge(trx, size, now))
  return withoutLimits(services.db, (db) =>
    inLargeTransaction(db, (trx) => {
      const own = systemContext({ services: { ...services, db: trx }, now })
      const add = () => addLarge(trx, size, now)
      return inBulk(trx, add, (agencies) =>
        transact(own, async (tx) => {
          for (const { agencyId } of agencies) await recountTallies(tx, agencyId)
        }),
      )
    }),
  )
}

/** Building the indexes of a million rows takes longer than PostgreSQL's limits allow a request. */
async function withoutLimits<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  const database = databaseOf(db)
  if (database.dialect === 'sqlite') return work(db)
  const patient = openDatabase(database.directUrl, { patient: true })
  try {
    return await work(patient.db)
  } finally {
    await patient.close()
  }
}

async function addLarge(trx: Trx, size: LargeSize, now: Date): Promise<LargeAgency[]> {
  const agencies = await addAgencies(trx, size, now)
  await addPeople(trx, agencies, size.people, now)
  await addProjects(trx, agencies, size, now)
  await addTasks(trx, agencies, size.tasks, now)
  await addInvoices(trx, agencies, { count: size.invoices ?? 0, days: size.invoiceDays ?? DAYS }, now)
  await addTime(trx, agencies, size.timeEntries ?? 0, now)
  await addMessages(trx, agencies, size.messages ?? 0, now)
  return agencies
}

async function addAgencies(trx: Trx, size: LargeSize, now: Date): Promise<LargeAgency[]> {
  const created_at = toInstant(now)
  const agencies = range(size.agencies).map(
    (): LargeAgency => ({
      agencyId: newAgencyId(),
      ownerId: newId(),
      clientIds: [],
      clientUserId: newId(),
      employeeIds: [],
      employeeUserIds: [],
      projectIds: [],
    }),
  )
  await addAccounts(
    trx,
    agencies.map(({ ownerId, agencyId }, index) => ({
      userId: ownerId,
      agencyId,
      name: `Owner ${index}`,
      email: `owner-${index}-${ownerId.slice(0, 8)}@large.test`,
      role: 'agency_admin',
      clientId: null,
      employeeId: null,
    })),
    created_at,
    () =>
      insertAll(
        trx,
        'agencies',
        agencies.map(({ agencyId, ownerId }, index) => ({
          id: agencyId,
          name: `Agency ${index}`,
          owner_id: ownerId,
          status: 'active' as const,
          timezone: 'Europe/Berlin',
          currency: 'USD',
          trial_ends_at: null,
          suspended_at: null,
          created_at,
          updated_at: created_at,
        })),
      ),
  )
  return agencies
}

interface Account {
  userId: string
  agencyId: AgencyId
  name: string
  email: string
  role: string
  clientId: string | null
  employeeId: string | null
}

/** Users first, then what their profiles refer to, then the profiles. */
async function addAccounts(
  trx: Trx,
  accounts: Account[],
  created_at: string,
  addTargets: () => Promise<void>,
): Promise<void> {
  await insertAll(
    trx,
    'users',
    accounts.map(({ userId, email }) => ({
      id: userId,
      email,
      password_hash: 'unusable',
      email_verified_at: created_at,
      disabled_at: null,
      created_at,
    })),
  )
  await addTargets()
  await insertAll(
    trx,
    'profiles',
    accounts.map((account) => ({
      id: newId(),
      user_id: account.userId,
      email: account.email,
      name: account.name,
      role: account.role,
      agency_id: account.agencyId,
      client_id: account.clientId,
      employee_id: account.employeeId,
      avatar: null,
      company: null,
      last_login: null,
      created_at,
      updated_at: created_at,
    })),
  )
}

async function addPeople(trx: Trx, agencies: LargeAgency[], count: number, now: Date): Promise<void> {
  const created_at = toInstant(now)
  const people = range(count).map((index) => {
    const agency = pick(agencies, index)
    const employeeId = newId()
    const userId = newId()
    agency.employeeIds.push(employeeId)
    agency.employeeUserIds.push(userId)
    return {
      userId,
      agencyId: agency.agencyId,
      name: `Person ${index}`,
      email: `person-${index}-${employeeId.slice(0, 8)}@large.test`,
      role: 'employee',
      clientId: null,
      employeeId,
    }
  })
  await addAccounts(trx, people, created_at, () =>
    insertAll(
      trx,
      'employees',
      people.map(({ agencyId, employeeId, name, email }, index) => ({
        agency_id: agencyId,
        id: employeeId,
        name,
        email,
        role: 'developer',
        hourly_rate: 4000 + (index % 40) * 100,
        performance_score: 60 + (index % 41),
        deactivated_at: null,
        version: 1,
        created_at,
        updated_at: created_at,
      })),
    ),
  )
}

async function addClients(trx: Trx, agencies: LargeAgency[], size: LargeSize, now: Date): Promise<void> {
  const created = toInstant(now)
  const count = size.clients ?? size.projects / PROJECTS_PER_CLIENT
  const clients = agencies.flatMap((agency) => {
    const needed = Math.max(1, Math.ceil(count / agencies.length))
    agency.clientIds = range(needed).map(() => newId())
    return agency.clientIds.map((id, index) => ({
      agency_id: agency.agencyId,
      id,
      name: `Client ${index}`,
      email: `client-${index}-${id.slice(0, 8)}@large.test`,
      phone: null,
      company: `Company ${index}`,
      address: null,
      portal_access: index === 0 ? 1 : 0,
      archived_at: null,
      version: 1,
      created_at: created,
      updated_at: created,
    }))
  })
  const accounts = agencies.map(({ agencyId, clientUserId, clientIds }, index) => ({
    userId: clientUserId,
    agencyId,
    name: `Client ${index}`,
    email: `client-of-${index}-${clientUserId.slice(0, 8)}@large.test`,
    role: 'client',
    clientId: clientIds[0] ?? null,
    employeeId: null,
  }))
  await addAccounts(trx, accounts, created, () => insertAll(trx, 'clients', clients))
}

async function addProjects(trx: Trx, agencies: LargeAgency[], size: LargeSize, now: Date): Promise<void> {
  await addClients(trx, agencies, size, now)
  const count = size.projects
  const projects = range(count).map((index) => {
    const agency = pick(agencies, index)
    const id = newId()
    agency.projectIds.push(id)
    const created_at = toInstant(new Date(now.getTime() - (count - index) * MINUTE))
    return {
      agency_id: agency.agencyId,
      id,
      unique_id: `PRJ-${now.getTime() - count + index}`,
      name: `Project ${index}`,
      description: `What project ${index} is about, in a sentence.`,
      category: pick(PROJECT_CATEGORIES, index),
      assigned_client_id: pick(agency.clientIds, Math.floor(index / agencies.length)),
      total_price: 100_000 + index * 100,
      start_date: dayOf(now, -30),
      delivery_date: dayOf(now, index % 90),
      status: pick(PROJECT_STATUSES, index),
      progress_override: null,
      archived_at: null,
      version: 1,
      created_at,
      updated_at: created_at,
    }
  })
  await insertAll(trx, 'projects', projects)
}

async function addTasks(trx: Trx, agencies: LargeAgency[], count: number, now: Date): Promise<void> {
  for (let start = 0; start < count; start += BATCH) {
    const indexes = range(Math.min(BATCH, count - start)).map((offset) => start + offset)
    await insertAll(
      trx,
      'tasks',
      indexes.map((index) => taskRow(agencies, index, count, now)),
    )
  }
}

function taskRow(
  agencies: LargeAgency[],
  index: number,
  count: number,
  now: Date,
): Insertable<Schema['tasks']> {
  const agency = pick(agencies, index)
  const turn = Math.floor(index / agencies.length)
  const status = pick(TASK_STATUSES, turn)
  const created_at = toInstant(new Date(now.getTime() - (count - index) * 1000))
  return {
    agency_id: agency.agencyId,
    id: newId(),
    project_id: pick(agency.projectIds, turn),
    title: `Task ${index}`,
    description: `What is to be done in task ${index}, and when it counts as done.`,
    priority: pick(TASK_PRIORITIES, Math.floor(turn / TASK_STATUSES.length)),
    status,
    assigned_to_id: agency.employeeIds.length === 0 ? null : pick(agency.employeeIds, turn),
    start_date: turn % 3 === 0 ? null : dayOf(now, (turn % 60) - 20 - (turn % 7)),
    due_date: dayOf(now, (turn % 60) - 20),
    estimated_minutes: 30 * (1 + (turn % 16)),
    order_position: turn,
    completed_at: status === 'done' ? created_at : null,
    recurrence: null,
    recurrence_day: null,
    next_task_id: null,
    version: 1,
    created_at,
    updated_at: created_at,
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      agencies: { type: 'string', default: '24' },
      projects: { type: 'string', default: '2000' },
      tasks: { type: 'string', default: '100000' },
      people: { type: 'string', default: '1000' },
      clients: { type: 'string', default: '5000' },
      invoices: { type: 'string', default: '20000' },
      time: { type: 'string', default: '50000' },
      messages: { type: 'string', default: '20000' },
    },
  })
  const size: LargeSize = {
    agencies: Number(values.agencies),
    projects: Number(values.projects),
    tasks: Number(values.tasks),
    people: Number(values.people),
    clients: Number(values.clients),
    invoices: Number(values.invoices),
    timeEntries: Number(values.time),
    messages: Number(values.messages),
  }
  const portal = await openPortal(readConfig())
  const started = performance.now()
  await seedLarge(portal.services, size, new Date())
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`Seeded ${JSON.stringify(size)} in ${seconds} s into ${portal.services.config.databaseUrl}`)
  await portal.close()
}
