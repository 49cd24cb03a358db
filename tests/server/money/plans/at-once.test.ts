import { expect, test } from 'vitest'
import { addDays } from '#server/base/db/values.ts'
import { renewSubscriptions } from '#server/money/plans/commands/renew.ts'
import { atOnce, TIMES } from '#tests/support/at-once.ts'
import { callerAs, ctxFor, TEST_NOW } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { createWorld } from '#tests/support/world.ts'

test('a plan canceled while it is being renewed stays canceled', async () => {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const [plan] = await db.selectFrom('plans').select('id').orderBy('price').execute()
  const admin = callerAs(db, world.admin)
  const owner = callerAs(db, world.home.owner)
  const { agencyId: id } = world.home
  for (let time = 0; time < TIMES; time += 1) {
    await admin.agencies.changePlan({ id, plan_id: plan?.id ?? '' })
    const [, canceled] = await atOnce(
      renewSubscriptions(ctxFor(db, null, addDays(TEST_NOW, 40))),
      owner.packages.cancel({ when: 'now' }),
    )
    const { status } = await db.selectFrom('agency_subscriptions').select('status').executeTakeFirstOrThrow()
    expect(canceled).toBe(true)
    expect(status).toBe('canceled')
  }
})
