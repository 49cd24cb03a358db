import type { SeedPerson } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { newId, toFlag, toInstant } from '#server/base/db/values.ts'
import type { AgencyId, Role } from '#shared/base/roles.ts'
import { TEST_NOW } from './caller.ts'

export interface TestAgency {
  agencyId: AgencyId
  owner: SeedPerson
  employee: SeedPerson & { employeeId: string }
  client: SeedPerson & { clientId: string }
}

/** Two agencies with one person of each role, the platform administrator, and people without an agency. */
export interface World {
  admin: SeedPerson
  home: TestAgency
  foreign: TestAgency
  waitingEmployee: SeedPerson
  waitingClient: SeedPerson
}

/** Creates the smallest world in which every access boundary can be tested. */
export async function createWorld(db: Db): Promise<World> {
  return {
    admin: await addPerson(db, 'Ada Admin', 'super_admin'),
    home: await addAgency(db, 'Home Agency'),
    foreign: await addAgency(db, 'Foreign Agency'),
    waitingEmployee: await addPerson(db, 'Wim Waiting', 'employee'),
    waitingClient: await addPerson(db, 'Wanda Waiting', 'client'),
  }
}

/** Lets the agency's clients pay with the instance's keys, as on a portal with one agency. */
export const shareKeys = (db: Db, { agencyId }: { agencyId: AgencyId }) =>
  db.updateTable('platform_settings').set({ instance_keys_agency_id: agencyId }).execute()

const AGENCY_ZONE = 'Europe/Berlin'
const now = toInstant(TEST_NOW)
const stamps = { created_at: now, updated_at: now }

export async function addAgency(db: Db, name: string): Promise<TestAgency> {
  const agencyId = newId() as AgencyId
  const prefix = name.split(' ')[0] ?? name
  const ownerUser = await addUser(db, `${prefix} Owner`)
  await db
    .insertInto('agencies')
    .values({
      id: agencyId,
      name,
      owner_id: ownerUser.userId,
      status: 'active',
      timezone: AGENCY_ZONE,
      currency: 'USD',
      trial_ends_at: null,
      suspended_at: null,
      ...stamps,
    })
    .execute()
  const owner = await addProfile(db, ownerUser, 'agency_admin', { agencyId })

  return {
    agencyId,
    owner,
    employee: await addContributor(db, agencyId, `${prefix} Employee`),
    client: await addClient(db, agencyId, `${prefix} Client`, `${prefix} Company`),
  }
}

/** Another owner of the agency, as if by an accepted invitation. */
export async function addCoOwner(db: Db, agencyId: AgencyId, name: string): Promise<SeedPerson> {
  return addProfile(db, await addUser(db, name), 'agency_admin', { agencyId })
}

export async function addContributor(
  db: Db,
  agencyId: AgencyId,
  name: string,
): Promise<SeedPerson & { employeeId: string }> {
  const user = await addUser(db, name)
  const employeeId = newId()
  await db
    .insertInto('employees')
    .values({
      agency_id: agencyId,
      id: employeeId,
      name: user.name,
      email: user.email,
      role: 'developer',
      hourly_rate: 4500,
      performance_score: 90,
      deactivated_at: null,
      version: 1,
      ...stamps,
    })
    .execute()
  return { ...(await addProfile(db, user, 'employee', { agencyId, employeeId })), employeeId }
}

/** A client company with its account. */
export async function addClient(
  db: Db,
  agencyId: AgencyId,
  name: string,
  company: string,
): Promise<SeedPerson & { clientId: string }> {
  const user = await addUser(db, name)
  const clientId = newId()
  await db
    .insertInto('clients')
    .values({
      agency_id: agencyId,
      id: clientId,
      name: user.name,
      email: user.email,
      phone: null,
      company,
      address: null,
      portal_access: 1,
      archived_at: null,
      version: 1,
      ...stamps,
    })
    .execute()
  return { ...(await addProfile(db, user, 'client', { agencyId, clientId })), clientId }
}

/** Another contact of the client company, limited to these permissions. */
export async function addContact(
  db: Db,
  client: SeedPerson & { clientId: string },
  name: string,
  contact: NonNullable<SeedPerson['contact']>,
): Promise<SeedPerson & { clientId: string }> {
  const { agencyId, clientId } = client
  if (agencyId === null) throw new Error('A client without an agency has no contacts')
  const user = await addUser(db, name)
  const scope = await addProfile(db, user, 'client', { agencyId, clientId })
  await db
    .insertInto('client_contacts')
    .values({
      agency_id: agencyId,
      id: newId(),
      client_id: clientId,
      name: user.name,
      email: user.email,
      phone: null,
      portal_access: 1,
      can_see_projects: toFlag(contact.seesProjects),
      can_see_billing: toFlag(contact.seesBilling),
      user_id: user.userId,
      version: 1,
      ...stamps,
    })
    .execute()
  return { ...scope, clientId, contact }
}

interface TestUser {
  userId: string
  name: string
  email: string
}

export async function addPerson(db: Db, name: string, role: Role): Promise<SeedPerson> {
  return addProfile(db, await addUser(db, name), role, {})
}

async function addUser(db: Db, name: string): Promise<TestUser> {
  const user = { userId: newId(), name, email: `${name.toLowerCase().replaceAll(' ', '.')}@example.test` }
  await db
    .insertInto('users')
    .values({
      id: user.userId,
      email: user.email,
      password_hash: 'unusable',
      email_verified_at: now,
      disabled_at: null,
      created_at: now,
    })
    .execute()
  return user
}

async function addProfile(
  db: Db,
  user: TestUser,
  role: Role,
  links: { agencyId?: AgencyId; clientId?: string; employeeId?: string },
): Promise<SeedPerson> {
  const scope: SeedPerson = {
    ...user,
    role,
    agencyId: links.agencyId ?? null,
    clientId: links.clientId ?? null,
    employeeId: links.employeeId ?? null,
    zone: links.agencyId === undefined ? 'UTC' : AGENCY_ZONE,
    booksZone: links.agencyId === undefined ? 'UTC' : AGENCY_ZONE,
    weekStart: 'monday',
    now: TEST_NOW,
  }
  await db
    .insertInto('profiles')
    .values({
      id: newId(),
      user_id: user.userId,
      email: user.email,
      name: user.name,
      role,
      agency_id: scope.agencyId,
      client_id: scope.clientId,
      employee_id: scope.employeeId,
      avatar: null,
      company: null,
      last_login: null,
      ...stamps,
    })
    .execute()
  return scope
}
