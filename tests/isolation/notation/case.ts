import type { inferRouterInputs } from '@trpc/server'
import type { Db } from '#server/base/db/schema.ts'
import type { TenantTable } from '#server/base/db/tenants.ts'
import type { AppRouter } from '#server/router.ts'
import type { Area } from '#shared/identity/token-scopes.ts'
import { type Caller, callerAs } from '#tests/support/caller.ts'
import type { Holder } from '../world/canaries.ts'
import type { Viewer } from '../world/people.ts'
import type { IsolationWorld } from '../world/world.ts'
import type { Row } from './cells.ts'
import type { Visible } from './visibility-words.ts'

/** Whose rows a viewer requests: those of the person in the home agency with the same role. */
export const COUNTERPART: Record<Viewer, 'admin' | 'owner' | 'contributor' | 'client'> = {
  admin: 'admin',
  owner: 'owner',
  coOwner: 'owner',
  contributor: 'contributor',
  client: 'client',
  contributorB: 'contributor',
  clientB: 'client',
  billingContact: 'client',
  projectsContact: 'client',
  foreignOwner: 'owner',
  foreignContributor: 'contributor',
  foreignClient: 'client',
  suspendedOwner: 'owner',
  suspendedContributor: 'contributor',
  suspendedClient: 'client',
  waitingContributor: 'contributor',
  waitingClient: 'client',
  unknownRole: 'contributor',
}

/** The rows a call refers to. */
export interface Subject {
  db: Db
  world: IsolationWorld
  viewer: Viewer
  /** Rows of the home agency, its first client company and its first contributor. */
  rows: IsolationWorld['rows']['alpha']
  /** Personal rows of the viewer's counterpart. */
  own: IsolationWorld['own'][Holder]
  counterpartId: string
  /** These create rows that a call needs and the world lacks. */
  counterpart: Caller
  owner: Caller
  client: Caller
}

export function subjectFor(
  db: Db,
  world: IsolationWorld,
  viewer: Viewer,
  counterpart: Holder = COUNTERPART[viewer],
): Subject {
  return {
    db,
    world,
    viewer,
    rows: world.rows.alpha,
    own: world.own[counterpart],
    counterpartId: world.people[counterpart].userId,
    // Created on demand: most calls need neither, and creating a caller is slow.
    get counterpart() {
      return preparing(callerAs(db, world.people[counterpart]))
    },
    get client() {
      return preparing(callerAs(db, world.people.client))
    },
    get owner() {
      return preparing(callerAs(db, world.people.owner))
    },
  }
}

/** The caller, with errors marked so that they aren't mistaken for those of the tested call. */
function preparing<Target extends object>(target: Target): Target {
  return new Proxy(target, {
    get: (object, key) => preparing(Reflect.get(object, key) as object),
    apply: async (call, self, input) => {
      try {
        return await Reflect.apply(call as () => unknown, self, input)
      } catch (cause) {
        throw new Error(`What the call needs could not be prepared: ${cause}`, { cause })
      }
    },
  })
}

type Inputs = inferRouterInputs<AppRouter>
/** A procedure, such as `tasks.list`. */
export type Path = {
  [Domain in keyof Inputs]: `${Domain}.${keyof Inputs[Domain] & string}`
}[keyof Inputs]

/** A valid call of one procedure. The rows it names are the subject's, whoever the caller is. */
type Call = (caller: Caller, at: Subject) => Promise<unknown>
/** Only procedures open to everyone need a call. */
export type Calls = Partial<Record<Path, Call>>

/** What the isolation tests need to know of one domain; found in `domains/`. */
export interface DomainCases {
  /** A valid call of each procedure. */
  calls: Calls
  /** Who may call each of them. */
  access: Partial<Record<Path, Row>>
  /** By router, the areas to which a token must grant access. */
  areas: Record<string, Area[]>
  /** Those that need no session. */
  public?: Path[]
  /** The rows of each tenant table that each kind of person can read. */
  visible?: Partial<Record<TenantTable, Visible>>
  /** Adds rows to each of the tables, for more than one agency and person. */
  addRows?: (db: Db, world: IsolationWorld) => Promise<void>
}
