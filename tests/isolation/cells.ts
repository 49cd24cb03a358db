import type { CanaryName } from './world/canaries.ts'

/** Answers with a row that is the subject's, and rightly so. */
interface Shared {
  because: string
  /** What the answer may hold of the subject, beyond what its reader may see anywhere. */
  holds?: CanaryName[]
}
/** A rule of the product keeps even an allowed role from the call. */
interface Refused {
  code: 'BAD_REQUEST' | 'CONFLICT'
  because: string
}

/** Gets a result. */
export const yes = 'result'
/** The role may not do this. */
export const no = 'FORBIDDEN'
/** These rows do not exist for the caller. */
export const gone = 'NOT_FOUND'
/** Gets an answer with nothing of the subject in it: only what is the caller's own. */
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
export const stillNeeded: Refused = {
  code: 'CONFLICT',
  because: 'Somebody must own an agency and run the platform.',
}

export type RoleCell = typeof yes | typeof no | typeof gone | typeof link | Refused
export type OtherCell = typeof no | typeof gone | typeof own | Shared | Refused
export type Cell = RoleCell | OtherCell

/**
 * What each person gets who asks for rows of the home agency: of its first client company, of its first
 * contributor, or of the owner. The roles come first, then the siblings within the same agency, then
 * people of another one (an array names their owner, contributor and client apart).
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
