import { parseArgs } from 'node:util'
import type { Insertable } from 'kysely'
import { readConfig } from '#server/config.ts'
import type { Db, Schema, Trx } from '#server/db/schema.ts'
import { transact } from '#server/db/transaction.ts'
import { newId, toInstant } from '#server/db/values.ts'
import { openPortal } from '#server/portal.ts'
import { PROJECT_CATEGORIES, PROJECT_STATUSES } from '#shared/projects.ts'
import type { AgencyId } from '#shared/roles.ts'
import { TASK_PRIORITIES, TASK_STATUSES } from '#shared/tasks.ts'

export interface LargeSize {
  agencies: number
  /** Of all agencies together, spread evenly; so are the tasks and people. */
  projects: number
  tasks: number
  people: number
}

export interface LargeAgency {
  agencyId: AgencyId
  ownerId: string
  clientIds: string[]
  employeeIds: string[]
  projectIds: string[]
}

const BATCH = 400
const PROJECTS_PER_CLIENT = 5
const MINUTE = 60_000
const DAY = 86_400_000

/**
 * Fills a database with much data, straight into the tables: for benchmarks and for tests at size. Its
 * accounts have no password; nobody can sign in to them.
 */
export function seedLarge(db: Db, size: LargeSize, now: Date): Promise<LargeAgency[]> {
  return transact(db, async (trx) => {
    const agencies = await addAgencies(trx, size, now)
    await addPeople(trx, agencies, size.people, now)
    await addProjects(trx, agencies, size.projects, now)
    await addTasks(trx, agencies, size.tasks, now)
    return agencies
  })
}

async function addAgencies(trx: Trx, size: LargeSize, now: Date): Promise<LargeAgency[]> {
  const created_at = toInstant(now)
  const agencies = range(size.agencies).map(
    (): LargeAgency => ({
      agencyId: newId() as AgencyId,
      ownerId: newId(),
      clientIds: [],
      employeeIds: [],
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
      client_id: null,
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
    agency.employeeIds.push(employeeId)
    return {
      userId: newId(),
      agencyId: agency.agencyId,
      name: `Person ${index}`,
      email: `person-${index}-${employeeId.slice(0, 8)}@large.test`,
      role: 'employee',
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

async function addProjects(trx: Trx, agencies: LargeAgency[], count: number, now: Date): Promise<void> {
  const created = toInstant(now)
  const clients = agencies.flatMap((agency) => {
    const needed = Math.max(1, Math.ceil(count / agencies.length / PROJECTS_PER_CLIENT))
    agency.clientIds = range(needed).map(() => newId())
    return agency.clientIds.map((id, index) => ({
      agency_id: agency.agencyId,
      id,
      name: `Client ${index}`,
      email: `client-${index}-${id.slice(0, 8)}@large.test`,
      phone: null,
      company: `Company ${index}`,
      address: null,
      portal_access: 0,
      archived_at: null,
      version: 1,
      created_at: created,
      updated_at: created,
    }))
  })
  await insertAll(trx, 'clients', clients)
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

async function insertAll<Table extends keyof Schema>(
  trx: Trx,
  table: Table,
  rows: Insertable<Schema[Table]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    await trx
      .insertInto(table)
      .values(rows.slice(start, start + BATCH))
      .execute()
  }
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

const dayOf = (now: Date, days: number): string =>
  new Date(now.getTime() + days * DAY).toISOString().slice(0, 10)

/** The list taken round and round. */
function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      agencies: { type: 'string', default: '24' },
      projects: { type: 'string', default: '2000' },
      tasks: { type: 'string', default: '100000' },
      people: { type: 'string', default: '1000' },
    },
  })
  const size: LargeSize = {
    agencies: Number(values.agencies),
    projects: Number(values.projects),
    tasks: Number(values.tasks),
    people: Number(values.people),
  }
  const portal = await openPortal(readConfig())
  const started = performance.now()
  await seedLarge(portal.services.db, size, new Date())
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`Seeded ${JSON.stringify(size)} in ${seconds} s into ${portal.services.config.databaseUrl}`)
  await portal.close()
}
