import { expect, test } from 'vitest'
import { acrossAgencies } from '#server/base/core/rows/reach.ts'
import { toInstant } from '#server/base/db/values.ts'
import { findPerson, maySignIn, selectMembers } from '#server/identity/auth/accounts/queries/person.ts'
import { ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addContact, createWorld } from '#tests/support/world.ts'

const AT = toInstant(TEST_NOW)

/** Each way in which someone loses access, whatever their role. */
const LOSSES = [
  'disabled',
  'deactivated',
  'client without access',
  'archived client',
  'contact without access',
] as const

test('the members query finds exactly those who may sign in', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { client, employee, owner } = world.home
  const contact = await addContact(db, client, 'Cleo Contact', { seesProjects: true, seesBilling: true })
  const people = [owner, employee, client, contact, world.admin].map(({ userId }) => userId)
  const ctx = acrossAgencies(await ctxFor(db, world.admin))
  const seen = new Set<string>()
  for (let losses = 0; losses < 2 ** LOSSES.length; losses++) {
    const has = (loss: (typeof LOSSES)[number]) => (losses & (1 << LOSSES.indexOf(loss))) !== 0
    await db
      .updateTable('users')
      .set({ disabled_at: has('disabled') ? AT : null })
      .where('id', 'in', people)
      .execute()
    await db
      .updateTable('employees')
      .set({ deactivated_at: has('deactivated') ? AT : null })
      .execute()
    await db
      .updateTable('clients')
      .set({
        portal_access: has('client without access') ? 0 : 1,
        archived_at: has('archived client') ? AT : null,
      })
      .execute()
    await db
      .updateTable('client_contacts')
      .set({ portal_access: has('contact without access') ? 0 : 1 })
      .execute()
    const members = await selectMembers(ctx)
      .select('profiles.user_id')
      .where('profiles.user_id', 'in', people)
      .execute()
    const found = members.map(({ user_id }) => user_id)
    for (const id of people) {
      const row = await findPerson(ctx, id)
      expect([losses, id, found.includes(id)]).toEqual([losses, id, row !== undefined && maySignIn(row)])
    }
    seen.add(found.toSorted().join())
  }
  // Nobody, everybody, and everybody except one of three kinds: otherwise the table above proves little.
  expect(seen.size).toBeGreaterThan(5)
})
