import { expect, test } from 'vitest'
import { addDays } from '#server/base/db/values.ts'
import { purgeAgencies } from '#server/overview/platform/agencies/commands/purge-agencies.ts'
import { atOnce, TIMES } from '#tests/support/at-once.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { addAgency, createWorld } from '#tests/support/world.ts'

async function setUp() {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const agencyNow = (id: string) =>
    db
      .selectFrom('agencies')
      .select(['suspended_at', 'delete_after', 'trial_ends_at'])
      .where('id', '=', id as typeof world.home.agencyId)
      .executeTakeFirst()
  return { db, world, agencyNow, admin: callerAs(db, world.admin), services: testServices(db) }
}

test('an agency marked for deletion stays suspended', async () => {
  const { admin, world, agencyNow } = await setUp()
  const { agencyId: id } = world.home
  for (let time = 0; time < TIMES; time += 1) {
    await admin.agencies.setSuspended({ id, suspended: true })
    await atOnce(
      admin.agencies.setSuspended({ id, suspended: false }),
      admin.agencies.requestDeletion({ id, confirm_name: 'Home Agency' }),
    )
    const now = await agencyNow(id)
    expect(now?.delete_after).not.toBeNull()
    expect(now?.suspended_at).not.toBeNull()
    await admin.agencies.cancelDeletion({ id })
  }
})

test('each concurrent extension of a trial counts', async () => {
  const { admin, world, agencyNow, db } = await setUp()
  const { agencyId: id } = world.home
  const trial_ends_at = TEST_NOW.toISOString()
  await db.updateTable('agencies').set({ status: 'trial', trial_ends_at }).where('id', '=', id).execute()
  await Promise.all(Array.from({ length: TIMES }, () => admin.agencies.extendTrial({ id, days: 7 })))
  expect((await agencyNow(id))?.trial_ends_at).toBe(addDays(TEST_NOW, 7 * TIMES).toISOString())
})

test("an agency whose deletion was canceled isn't deleted", async () => {
  const { db, admin, services, agencyNow } = await setUp()
  const later = ctxFor(services, null, addDays(TEST_NOW, 31))
  for (let time = 0; time < TIMES; time += 1) {
    const names = [`First${time} Agency`, `Second${time} Agency`]
    const agencies = await Promise.all(names.map((name) => addAgency(db, name)))
    for (const [index, { agencyId: id }] of agencies.entries())
      await admin.agencies.requestDeletion({ id, confirm_name: names[index] ?? '' })
    const [, ...canceled] = await atOnce(
      purgeAgencies(later),
      ...agencies.map(({ agencyId: id }) => admin.agencies.cancelDeletion({ id })),
    )
    for (const [index, { agencyId }] of agencies.entries())
      expect((await agencyNow(agencyId)) !== undefined).toBe(canceled[index])
  }
})
