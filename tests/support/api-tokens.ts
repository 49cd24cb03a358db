import type { SeedPerson } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { SCOPES, type Scope } from '#shared/identity/token-scopes.ts'
import { setPassword } from '#tests/support/passwords.ts'
import { callerAs } from './caller.ts'

export const PASSWORD = 'correct horse'

/** The password of everyone in the test world. */
export async function givePasswords(db: Db): Promise<void> {
  await setPassword(db, PASSWORD)
}

export const READING = SCOPES.filter((scope) => scope.endsWith(':read'))
export const WRITING = SCOPES.filter((scope) => scope.endsWith(':write'))

/** A new token of this person, as a header. Sets the password first. */
export async function tokenOf(db: Db, person: SeedPerson, scopes: Scope[]) {
  const made = await callerAs(db, person).apiTokens.create({ name: 'Script', scopes, password: PASSWORD })
  return { ...made, headers: { authorization: `Bearer ${made.token}` } }
}
