import type { Db } from '#server/db/schema.ts'
import type { Action } from '#shared/policies.ts'
import type { Caller } from '#tests/support/caller.ts'
import type { World } from '#tests/support/world.ts'

/**
 * How the isolation test tries one procedure. `can` repeats the expected policy, so that a change of
 * policy shows up as a failing test.
 */
export interface IsolationCase {
  can: Action
  /** A valid call on the home agency's own rows; roles the matrix allows must not get FORBIDDEN or UNAUTHORIZED. */
  call: (caller: Caller, world: World, db: Db) => Promise<unknown>
  /** Where the input names rows: the same call by the owner of `home` on rows of `foreign` must be NOT_FOUND. */
  foreign?: (caller: Caller, world: World, db: Db) => Promise<unknown>
  /** Where rows are returned: ids (or other texts) of `foreign` that must not occur in the answer to `home`. */
  hidden?: (world: World, db: Db) => string[] | Promise<string[]>
}

export type IsolationCases = Record<string, IsolationCase>
