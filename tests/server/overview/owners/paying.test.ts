import { expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { hashPassword } from '#server/identity/auth/passwords.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { card } from '#tests/support/money/money.ts'
import { addCoOwner, createWorld } from '#tests/support/world.ts'

const PASSWORD = 'quiet-harbour-7'

/** An agency with two owners, one of whom pays for its plan. */
async function setUp(payer: 'primary' | 'second') {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const second = await addCoOwner(db, home.agencyId, 'Second Owner')
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where('id', '=', home.owner.userId)
    .execute()
  const as = (person: SeedPerson) => callerAs(db, person)
  const paying = as(payer === 'primary' ? home.owner : second)
  const plan = (await paying.packages.plans()).find(({ name }) => name === 'Professional')
  await paying.packages.subscribe({ plan_id: plan?.id ?? '', ...card() })
  const endsWithPeriod = async (person: SeedPerson) =>
    (await as(person).packages.subscription())?.cancel_at_period_end
  return { as, owner: home.owner, second, endsWithPeriod }
}

test('a plan on the card of an owner who transfers the agency ends with its period', async () => {
  const { as, owner, second, endsWithPeriod } = await setUp('primary')
  await as(owner).owners.handOver({ user_id: second.userId, password: PASSWORD })
  expect(await endsWithPeriod(second)).toBe(true)
})

test("a plan on a removed owner's card ends with its period and can't be resumed", async () => {
  const { as, owner, second, endsWithPeriod } = await setUp('second')
  await as(owner).owners.remove({ user_id: second.userId, password: PASSWORD })
  expect(await endsWithPeriod(owner)).toBe(true)
  await expect(as(owner).packages.cancel({ when: 'never' })).rejects.toMatchObject({
    code: 'CONFLICT',
    cause: { details: { reason: 'former_owner' } },
  })
})

test("a plan on someone else's card continues", async () => {
  const { as, owner, second, endsWithPeriod } = await setUp('primary')
  await as(owner).owners.remove({ user_id: second.userId, password: PASSWORD })
  expect(await endsWithPeriod(owner)).toBe(false)
  await as(owner).packages.cancel({ when: 'period_end' })
  await as(owner).packages.cancel({ when: 'never' })
  expect(await endsWithPeriod(owner)).toBe(false)
})
