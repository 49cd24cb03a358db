import type { Db } from '#server/db/schema.ts'
import { type Caller, callerAs } from '#tests/support/caller.ts'
import type { Path } from './table.ts'
import type { Holder } from './world/canaries.ts'
import type { Viewer } from './world/people.ts'
import type { IsolationWorld } from './world/world.ts'

/** Whose rows a viewer asks for: those of the person of the home agency who has the same role. */
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

/** What a call is about. */
export interface Subject {
  db: Db
  world: IsolationWorld
  viewer: Viewer
  /** Rows of the home agency, its first client company and its first contributor. */
  rows: IsolationWorld['rows']['alpha']
  /** What the viewer's counterpart has for themselves. */
  own: IsolationWorld['own'][Holder]
  counterpartId: string
  /** These prepare what the call needs and the world does not hold. */
  counterpart: Caller
  owner: Caller
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
    // Most calls need neither, and making a caller is not free.
    get counterpart() {
      return preparing(callerAs(db, world.people[counterpart]))
    },
    get owner() {
      return preparing(callerAs(db, world.people.owner))
    },
  }
}

/** The caller with its refusals marked, so that none of them passes for the refusal of the call itself. */
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

/** A valid call of one procedure. Where it names rows they are the subject's, whoever calls. */
type Call = (caller: Caller, at: Subject) => Promise<unknown>
/** Only what the table declares for everybody has a call. */
export type Calls = Partial<Record<Path, Call>>
