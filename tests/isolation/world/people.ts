import type { SeedPerson } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { toInstant } from '#server/base/db/values.ts'
import { TEST_NOW } from '#tests/support/caller.ts'
import {
  addAgency,
  addClient,
  addContact,
  addContributor,
  addCoOwner,
  createWorld,
  type TestAgency,
} from '#tests/support/world.ts'

/** Everyone's password. */
export const PASSWORD = 'correct horse'

/** Everyone the tests call as. In the home agency, `contributor` and `client` own the requested rows. */
export const VIEWERS = [
  'admin',
  'owner',
  'coOwner',
  'contributor',
  'client',
  'contributorB',
  'clientB',
  'billingContact',
  'projectsContact',
  'foreignOwner',
  'foreignContributor',
  'foreignClient',
  'suspendedOwner',
  'suspendedContributor',
  'suspendedClient',
  'waitingContributor',
  'waitingClient',
  'unknownRole',
] as const
export type Viewer = (typeof VIEWERS)[number]
export type People = Record<Viewer, SeedPerson>

/** People of one agency who perform the same actions, so that each has rows of every domain. */
export interface Cast {
  owner: SeedPerson
  contributor: SeedPerson & { employeeId: string }
  client: SeedPerson & { clientId: string }
}
export const CASTS = ['alpha', 'bravo', 'foreign', 'suspended'] as const
export type CastName = (typeof CASTS)[number]

export interface Population {
  people: People
  casts: Record<CastName, Cast>
  home: TestAgency
  suspended: TestAgency
}

/**
 * The home agency with a second company, contributor, owner and two contacts; another agency and a suspended
 * one.
 */
export async function addPeople(db: Db): Promise<Population> {
  const { admin, home, foreign, waitingEmployee, waitingClient } = await createWorld(db)
  const suspended = await addAgency(db, 'Suspended Agency')
  const contributorB = await addContributor(db, home.agencyId, 'Second Employee')
  const clientB = await addClient(db, home.agencyId, 'Second Client', 'Second Company')
  const people: People = {
    admin,
    owner: home.owner,
    coOwner: await addCoOwner(db, home.agencyId, 'Second Owner'),
    contributor: home.employee,
    client: home.client,
    contributorB,
    clientB,
    billingContact: await addContact(db, home.client, 'Billing Contact', {
      seesProjects: false,
      seesBilling: true,
    }),
    projectsContact: await addContact(db, home.client, 'Projects Contact', {
      seesProjects: true,
      seesBilling: false,
    }),
    foreignOwner: foreign.owner,
    foreignContributor: foreign.employee,
    foreignClient: foreign.client,
    suspendedOwner: { ...suspended.owner, suspended: true },
    suspendedContributor: { ...suspended.employee, suspended: true },
    suspendedClient: { ...suspended.client, suspended: true },
    waitingContributor: waitingEmployee,
    waitingClient,
    unknownRole: { ...home.employee, role: null },
  }
  const cast = ({ owner, employee, client }: TestAgency): Cast => ({ owner, contributor: employee, client })
  return {
    people,
    casts: {
      alpha: cast(home),
      bravo: { owner: home.owner, contributor: contributorB, client: clientB },
      foreign: cast(foreign),
      suspended: cast(suspended),
    },
    home,
    suspended,
  }
}

/** Called after its people have created their rows: from then on, none of the agency's rows are returned. */
export async function suspend(db: Db, agency: TestAgency): Promise<void> {
  await db
    .updateTable('agencies')
    .set({ suspended_at: toInstant(TEST_NOW) })
    .where('id', '=', agency.agencyId)
    .execute()
}
