import type { SeedMember, SeedPerson, SeedServices } from '#scripts/seed/person.ts'
import type { AgencyFigures } from './figures.ts'

/** A step of the seed: creates rows with the product's commands and records their ids in the world. */
export type SeedStep = (services: SeedServices, world: DemoWorld) => Promise<void>

export interface DemoAgency {
  figures: AgencyFigures
  owner: SeedMember
  /** Contributors with an account, in the order they joined. */
  contributors: (SeedMember & { employeeId: string })[]
  /** Client companies by name. */
  clients: Map<string, string>
  /** Projects by name. */
  projects: Map<string, string>
}

/** The results of earlier steps, for later ones to build on. */
export interface DemoWorld {
  /** The time that everything else is dated from. */
  seededAt: Date
  /** The platform's staff; the first one is the demo account. */
  staff: SeedPerson[]
  /** By name, in the order of the figures. */
  agencies: Map<string, DemoAgency>
  /** The agency of the demo accounts. */
  home: DemoAgency
  /** The client of the demo accounts. */
  client: SeedMember & { clientId: string }
  /** The home agency's tasks by title. */
  tasks: Map<string, string>
}

/** The home agency's time zone. */
export const HOME_ZONE = 'America/New_York'

const HOUR_MS = 3_600_000

/** The time this many days before seeding, offset by hours. */
export const daysAgo = (world: Pick<DemoWorld, 'seededAt'>, days: number, hours = 0): Date =>
  new Date(world.seededAt.getTime() - days * 24 * HOUR_MS + hours * HOUR_MS)

/** The person at another time, which dates what their commands write. */
export const at = <Person extends SeedPerson>(person: Person, now: Date): Person => ({ ...person, now })

/** An entry that an earlier step must have created. */
export function need<Value>(entries: Map<string, Value>, name: string): Value {
  const value = entries.get(name)
  if (value === undefined) throw new Error(`The demo has no “${name}” yet`)
  return value
}
