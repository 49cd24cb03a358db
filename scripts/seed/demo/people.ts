import type { SeedMember, SeedPerson, SeedServices } from '#scripts/seed/person.ts'
import { actAs, actAsPortal } from '#scripts/seed/person.ts'
import { registerPerson } from '#server/identity/agencies/commands/sign-up.ts'
import { recordSignIn } from '#server/identity/auth/access/commands/open-session.ts'
import { createProfile, createUser } from '#server/identity/auth/accounts/commands/create-user.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/identity/auth/demo-accounts.ts'
import { hashPassword } from '#server/identity/auth/passwords.ts'
import { savePreferences } from '#server/overview/settings/commands/save-preferences.ts'
import { createClient } from '#server/people/clients/commands/create.ts'
import { setClientPortalAccess } from '#server/people/clients/commands/set-portal-access.ts'
import { createEmployee } from '#server/people/employees/commands/create.ts'
import { PLATFORM_ZONE } from '#shared/base/dates.ts'
import type { Role } from '#shared/base/roles.ts'
import { clientInput } from '#shared/people/schemas/clients.ts'
import { employeeInput } from '#shared/people/schemas/employees.ts'
import { type AgencyFigures, HOME_AGENCY, personName, slug } from './figures.ts'
import { at, type DemoAgency, type DemoWorld, daysAgo, HOME_ZONE, need } from './world.ts'

const STAFF = ['Sam Porter', 'Dana Whitfield', 'Kofi Mensah', 'Rosa Lindqvist']
const STAFF_SINCE_DAYS = 430
const TRADES = ['designer', 'frontend_developer', 'backend_developer', 'project_manager', 'copywriter']

/** The home agency's contributors; rates in minor units. */
const HOME_TEAM = [
  {
    name: 'Emma Rivera',
    email: emailOf('employee'),
    role: 'senior_developer',
    hourly_rate: 4500,
    performance_score: 94,
    skills: ['React', 'TypeScript', 'Node.js', 'GraphQL', 'Playwright'],
  },
  {
    name: 'Liam Chen',
    email: 'liam@brightline-digital.test',
    role: 'mobile_developer',
    hourly_rate: 5000,
    performance_score: 88,
    skills: ['Swift', 'Kotlin'],
  },
  {
    name: 'Sofia Patel',
    email: 'sofia@brightline-digital.test',
    role: 'ui_ux_designer',
    hourly_rate: 4000,
    performance_score: 93,
    skills: ['Figma', 'Illustration', 'Prototyping'],
  },
]

const HOME_CLIENTS = [
  {
    name: 'Jordan Blake',
    email: emailOf('client'),
    phone: '+1 555 010 2030',
    company: 'Harbor & Co',
    address: '12 Harbor Street, Portland',
  },
  {
    name: 'Priya Nair',
    email: 'priya@lumenlabs.test',
    phone: '+1 555 010 4050',
    company: 'Lumen Labs',
    address: '88 Market Square, Boston',
  },
  { name: 'Marcus Webb', email: 'marcus.webb@example.test' },
]

function emailOf(role: Role): string {
  return DEMO_ACCOUNTS.find((account) => account.role === role)?.email ?? ''
}

/** The platform's staff, the agencies with their people, and their last sign-ins. */
export async function seedPeople(
  services: SeedServices,
  seededAt: Date,
  figures: AgencyFigures[],
): Promise<DemoWorld> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const people = new PeopleBuilder(services, passwordHash, seededAt)
  const staff = await people.addStaff()
  const agencies = new Map<string, DemoAgency>()
  const byAge = [...figures].sort((a, b) => b.joinedDaysAgo - a.joinedDaysAgo)
  for (const agency of byAge) agencies.set(agency.name, await people.addAgency(agency))
  const home = need(agencies, HOME_AGENCY)
  const client = await people.addHomeClients(home)
  await recordSignIns(services, seededAt, staff, [...agencies.values()], client)
  return { seededAt, staff, agencies, home, client, tasks: new Map() }
}

class PeopleBuilder {
  #services: SeedServices
  #passwordHash: string
  #seededAt: Date
  #named = 0

  constructor(services: SeedServices, passwordHash: string, seededAt: Date) {
    this.#services = services
    this.#passwordHash = passwordHash
    this.#seededAt = seededAt
  }

  async addStaff(): Promise<SeedPerson[]> {
    const staff: SeedPerson[] = []
    for (const [index, name] of STAFF.entries()) {
      const email = index === 0 ? emailOf('super_admin') : `${slug(name)}@platform.test`
      const now = this.#ago(STAFF_SINCE_DAYS)
      const person = await this.#addAccount({ name, email, role: 'super_admin', zone: HOME_ZONE, now })
      await savePreferences(actAs(this.#services, person), { timezone: HOME_ZONE })
      staff.push(person)
    }
    return staff
  }

  async addAgency(figures: AgencyFigures): Promise<DemoAgency> {
    const isHome = figures.name === HOME_AGENCY
    const joined = this.#ago(figures.joinedDaysAgo)
    const zone = isHome ? HOME_ZONE : PLATFORM_ZONE
    const email = isHome ? emailOf('agency_admin') : `${slug(figures.owner)}@${slug(figures.name)}.test`
    const owner = await this.#addOwner(figures, { email, zone, joined })
    await this.#services.db
      .updateTable('agencies')
      .set({
        status: figures.trial ? 'trial' : 'active',
        timezone: zone,
      })
      .where('id', '=', owner.agencyId)
      .execute()
    const contributors = []
    for (let index = 0; index < figures.contributors; index++) {
      contributors.push(await this.#addContributor(figures, owner, index, isHome))
    }
    return { figures, owner, contributors, clients: new Map(), projects: new Map() }
  }

  async addHomeClients(home: DemoAgency): Promise<SeedMember & { clientId: string }> {
    for (const [index, input] of HOME_CLIENTS.entries()) {
      const now = this.#ago(90 - index)
      const saved = await createClient(actAs(this.#services, at(home.owner, now)), clientInput.parse(input))
      home.clients.set(input.name, saved.id)
    }
    await setClientPortalAccess(actAs(this.#services, at(home.owner, this.#ago(60))), {
      id: need(home.clients, 'Marcus Webb'),
      portal_access: false,
    })
    const clientId = need(home.clients, 'Jordan Blake')
    const { agencyId } = home.owner
    const now = this.#ago(89)
    const email = emailOf('client')
    const scope = await this.#addAccount({
      name: 'Jordan Blake',
      email,
      role: 'client',
      agencyId,
      clientId,
      zone: HOME_ZONE,
      now,
    })
    return { ...scope, agencyId, clientId }
  }

  async #addContributor(figures: AgencyFigures, owner: SeedMember, index: number, isHome: boolean) {
    const now = this.#ago(figures.joinedDaysAgo - Math.min(index + 1, figures.joinedDaysAgo) / 20)
    const input = (isHome ? HOME_TEAM[index] : undefined) ?? this.#nextContributor(figures.name)
    const { id } = await createEmployee(actAs(this.#services, at(owner, now)), employeeInput.parse(input))
    const { agencyId, zone } = owner
    const { name, email } = input
    const account = { name, email, agencyId, employeeId: id, zone, now }
    const scope = await this.#addAccount({ ...account, role: 'employee' })
    return { ...scope, agencyId, employeeId: id }
  }

  #nextContributor(agency: string) {
    const number = this.#named++
    const name = personName(number)
    return {
      name,
      email: `${slug(name)}@${slug(agency)}.test`,
      role: TRADES[number % TRADES.length] ?? '',
      hourly_rate: 3000 + (number % 8) * 500,
      performance_score: 78 + (number % 20),
      skills: [],
    }
  }

  async #addAccount(person: {
    name: string
    email: string
    role: Role
    agencyId?: SeedMember['agencyId']
    clientId?: string
    employeeId?: string
    zone?: string
    now: Date
  }): Promise<SeedPerson> {
    const { email, now } = person
    const userId = await createUser(actAsPortal(this.#services, now), {
      email,
      passwordHash: this.#passwordHash,
      verified: true,
    })
    const links = {
      agencyId: person.agencyId ?? null,
      clientId: person.clientId ?? null,
      employeeId: person.employeeId ?? null,
    }
    const { name, role } = person
    await createProfile(actAsPortal(this.#services, now), { userId, email, name, role, ...links })
    const { zone = PLATFORM_ZONE } = person
    return { userId, email, name, role, ...links, zone, booksZone: zone, weekStart: 'monday', now }
  }

  /** Signs up like any user, with a confirmed email. */
  async #addOwner(
    { name: agency, owner: name }: { name: string; owner: string },
    { email, zone, joined }: { email: string; zone: string; joined: Date },
  ): Promise<SeedMember> {
    const role = 'agency_admin'
    const signUp = { name, email, role, agency_name: agency } as const
    await registerPerson(actAsPortal(this.#services, joined), signUp, this.#passwordHash)
    const { user_id: userId, agency_id: agencyId } = await this.#services.db
      .selectFrom('profiles')
      .select(['user_id', 'agency_id'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    if (agencyId === null) throw new Error(`${agency} was not created`)
    await this.#services.db
      .updateTable('users')
      .set({ email_verified_at: joined.toISOString() })
      .where('id', '=', userId)
      .execute()
    const links = { agencyId, clientId: null, employeeId: null }
    return { userId, email, name, role, ...links, zone, booksZone: zone, weekStart: 'monday', now: joined }
  }

  #ago(days: number): Date {
    return daysAgo({ seededAt: this.#seededAt }, days)
  }
}

const DORMANT = 12
const ACTIVE_THE_MONTH_BEFORE = 132

/**
 * 148 people joined in the last 30 days and 132 in the 30 before: twelve contributors only in the latter, and
 * none of the agencies on trial, which didn't exist yet. The counts hold for two weeks.
 */
async function recordSignIns(
  services: SeedServices,
  seededAt: Date,
  staff: SeedPerson[],
  agencies: DemoAgency[],
  client: SeedPerson,
): Promise<void> {
  const established = agencies.filter((agency) => !agency.figures.trial)
  const newcomers = agencies.filter((agency) => agency.figures.trial)
  const others = established.filter((agency) => agency.figures.name !== HOME_AGENCY)
  const home = established.filter((agency) => agency.figures.name === HOME_AGENCY)
  const dormant = others.flatMap((agency) => agency.contributors).slice(0, DORMANT)
  const regular = [
    ...staff,
    client,
    ...[...home, ...others].map((agency) => agency.owner),
    ...[...home, ...others].flatMap((agency) => agency.contributors),
  ].filter((person) => !dormant.some((sleeper) => sleeper.userId === person.userId))
  const early = [...dormant, ...regular].slice(0, ACTIVE_THE_MONTH_BEFORE)
  const recent = [...regular, ...newcomers.flatMap((agency) => [agency.owner, ...agency.contributors])]

  for (const [index, person] of early.entries()) {
    await recordSignIn(actAsPortal(services, daysAgo({ seededAt }, 35 + (index % 10))), person.userId)
  }
  for (const [index, person] of recent.entries()) {
    const since = Math.min(1 + (index % 8), daysBetween(person.now, seededAt) / 2)
    await recordSignIn(actAsPortal(services, daysAgo({ seededAt }, since)), person.userId)
  }
}

const daysBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 86_400_000
