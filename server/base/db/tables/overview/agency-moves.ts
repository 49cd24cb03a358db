import type { AgencyId } from '#shared/base/roles.ts'

declare module '../../schema.ts' {
  interface SharedSchema {
    agency_moves: AgencyMoveTable
    moved_keys: MovedKeyTable
  }
}

/** The last move of an agency to or from this installation. */
interface AgencyMoveTable {
  agency_id: AgencyId
  /** Identical at both ends. */
  move_id: string
  name: string
  /** For departures: `moving` while writes are rejected, then `moved`. For arrivals: `arrived`. */
  state: 'moving' | 'moved' | 'arrived'
  /** The address of the other installation. */
  address: string
  began_at: string
  ended_at: string | null
}

/** Hashed credentials of a moved agency's people and programs, used to tell them its new address. */
interface MovedKeyTable {
  /** As tokens are stored; for emails, by `emailKey`. */
  key_hash: string
  agency_id: AgencyId
  /** For emails, so that the new address is only revealed to their owners. */
  password_hash: string | null
}
