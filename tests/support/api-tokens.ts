import type { SeedPerson } from '#scripts/seed/person.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { Db } from '#server/db/schema.ts'
import { SCOPES, type Scope } from '#shared/token-scopes.ts'
import { callerAs } from './caller.ts'

export const PASSWORD = 'correct horse'

/** Everybody of the test's world signs in with this password. */
export async function givePasswords(db: Db): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .execute()
}

export const READING = SCOPES.filter((scope) => scope.endsWith(':read'))
export const WRITING = SCOPES.filter((scope) => scope.endsWith(':write'))

/** A new token of this person, and the header that sends it. Everybody has the password by then. */
export async function tokenOf(db: Db, person: SeedPerson, scopes: Scope[]) {
  const made = await callerAs(db, person).apiTokens.create({ name: 'Script', scopes, password: PASSWORD })
  return { ...made, headers: { authorization: `Bearer ${made.token}` } }
}
