import type { SeedMember, SeedPerson, SeedServices } from '#scripts/seed/person.ts'
import type { AgencyFigures } from './figures.ts'

/** One step of the seed: adds rows by the product's own commands and notes their ids in the world. */
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

/** What earlier steps made, for later ones to build on. */
export interface DemoWorld {
  /** The instant everything else is dated from. */
  seededAt: Date
  /** The platform's staff; the first one is the demo account. */
  staff: SeedPerson[]
  /** By name, in the order of the figures. */
  agencies: Map<string, DemoAgency>
  /** The agency of the demo accounts. */
  home: DemoAgency
  /** The client of the demo accounts. */
  client: SeedMember & { clientId: string }
  /** Tasks of the home agency by title. */
  tasks: Map<string, string>
}

/** Where the home agency is. */
export const HOME_ZONE = 'America/New_York'

const HOUR_MS = 3_600_000

/** The instant that many days before the seed, moved by hours. */
export const daysAgo = (world: Pick<DemoWorld, 'seededAt'>, days: number, hours = 0): Date =>
  new Date(world.seededAt.getTime() - days * 24 * HOUR_MS + hours * HOUR_MS)

/** The person at another instant: commands date what they write by it. */
export const at = <Person extends SeedPerson>(person: Person, now: Date): Person => ({ ...person, now })

/** An entry an earlier step must have made. */
export function need<Value>(entries: Map<string, Value>, name: string): Value {
  const value = entries.get(name)
  if (value === undefined) throw new Error(`The demo has no “${name}” yet`)
  return value
}
