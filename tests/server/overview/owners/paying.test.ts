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
  const world = await createWorld(db)
  const { home } = world
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
  return { db, world, as, owner: home.owner, second, endsWithPeriod }
}

test('a suspended or deleted agency’s plan is ended and renewed by calls with an idempotency key', async () => {
  const { db, world, owner, endsWithPeriod } = await setUp('primary')
  const id = world.home.agencyId
  const admin = () => callerAs(db, world.admin, { idempotencyKey: crypto.randomUUID() }).agencies
  await admin().requestDeletion({ id, confirm_name: 'Home Agency' })
  expect(await endsWithPeriod(owner)).toBe(true)
  await admin().cancelDeletion({ id })
  expect(await endsWithPeriod(owner)).toBe(false)
  await admin().setSuspended({ id, suspended: true })
  expect(await endsWithPeriod(owner)).toBe(true)
  await admin().setSuspended({ id, suspended: false })
  expect(await endsWithPeriod(owner)).toBe(false)
})

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
