import type { Db } from '#server/base/db/schema.ts'
import { hashPassword } from '#server/identity/auth/passwords.ts'

const hashes = new Map<string, Promise<string>>()

/** Sets the password of the given users, or of all. Hashes each password once, which takes longer than most tests. */
export async function setPassword(db: Db, password: string, userIds?: string[]): Promise<void> {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  await db
    .updateTable('users')
    .set({ password_hash: await hash })
    .$if(userIds !== undefined, (query) => query.where('id', 'in', userIds ?? []))
    .execute()
}
