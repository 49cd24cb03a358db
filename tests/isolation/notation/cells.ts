import type { CanaryName } from '../world/canaries.ts'

/** Returns a row of the subject, as allowed. */
interface Shared {
  because: string
  /** What the response may contain of the subject beyond what the reader may see elsewhere. */
  holds?: CanaryName[]
}
/** A rule of the product denies the call even to an allowed role. */
interface Refused {
  code: 'BAD_REQUEST' | 'CONFLICT'
  because: string
}

/** Succeeds. */
export const yes = 'result'
/** The role isn't allowed to do this. */
export const no = 'FORBIDDEN'
/** The caller can't find these rows. */
export const gone = 'NOT_FOUND'
/** Succeeds without any data of the subject, only the caller's own. */
export const own = 'nothing'

export const team: Shared = { because: 'The projects and the calendar of an agency are common to its staff.' }
export const firm: Shared = { because: 'The contact has the right to this part of the company.' }
export const link: Shared = { because: 'Whoever holds the link may.', holds: ['billing.alpha'] }
export const letter: Shared = { because: 'Whoever holds the invitation may read it.' }
export const home: Refused = {
  code: 'BAD_REQUEST',
  because: 'It is done in an agency, and the platform is none.',
}
export const noSuchClient: Refused = {
  code: 'BAD_REQUEST',
  because: 'Clients are named, and only own names count.',
}
export const notOwed: Refused = { code: 'BAD_REQUEST', because: 'An invoice is paid by who owes it.' }
export const wrongKeys: Refused = { code: 'BAD_REQUEST', because: 'Both keys are of one mode.' }
export const notOffered: Refused = {
  code: 'CONFLICT',
  because: 'The portal has no keys to connect accounts to.',
}
export const notInvited: Refused = { code: 'BAD_REQUEST', because: 'Only who is invited replies.' }
export const noTimer: Refused = {
  code: 'CONFLICT',
  because: 'A timer is its own person’s, and this one has none.',
}
export const notRequested: Refused = {
  code: 'CONFLICT',
  because: 'An agreement is between an agency and one contributor, and none waits for this one.',
}
export const stillNeeded: Refused = {
  code: 'CONFLICT',
  because: 'Somebody must own an agency and run the platform.',
}

export type RoleCell = typeof yes | typeof no | typeof gone | typeof link | Refused
export type OtherCell = typeof no | typeof gone | typeof own | Shared | Refused
export type Cell = RoleCell | OtherCell

/**
 * The result for each person who requests rows of the home agency: of its first client company, its first
 * contributor, or the owner. First the roles, then siblings in the same agency, then people of another one
 * (an array lists their owner, contributor and client).
 */
export type Row = readonly [
  admin: RoleCell,
  owner: RoleCell,
  coOwner: RoleCell,
  contributor: RoleCell,
  client: RoleCell,
  contributorB: OtherCell,
  clientB: OtherCell,
  billingContact: OtherCell,
  projectsContact: OtherCell,
  foreign: OtherCell | readonly [owner: OtherCell, contributor: OtherCell, client: OtherCell],
]
