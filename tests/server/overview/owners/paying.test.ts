import { describe, expect, test } from 'vitest'
import type { SeedPerson } from '#scripts/seed/person.ts'
import { addDays } from '#server/base/db/values.ts'
import { renewSubscriptions } from '#server/money/plans/commands/renew.ts'
import { purgeAgencies } from '#server/overview/platform/agencies/commands/purge-agencies.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { card } from '#tests/support/money/money.ts'
import { setPassword } from '#tests/support/passwords.ts'
import { NEXT_MONTH, setUpBilling } from '#tests/support/stripe/stripe-billing.ts'
import { addCoOwner, createWorld } from '#tests/support/world.ts'

const PASSWORD = 'quiet-harbour-7'

/** An agency with two owners, one of whom pays for its plan. */
async function setUp(payer: 'primary' | 'second') {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const { home } = world
  const second = await addCoOwner(db, home.agencyId, 'Second Owner')
  await setPassword(db, PASSWORD, [home.owner.userId])
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

test('a plan on the card of an owner who deletes their account lasts until its period ends', async () => {
  const { db, world, stripe, only, on, fill, ownerAt, servicesAt } = await setUpBilling()
  const { config } = servicesAt(TEST_NOW)
  const second = await addCoOwner(db, world.home.agencyId, 'Second Owner')
  const caller = callerAs(db, second, { config })
  await caller.packages.subscribe({ ...on('Professional'), ...fill('pm_card_visa') })
  const { customer } = only()
  const deleted = `DELETE /v1/customers/${customer}`
  await setPassword(db, PASSWORD, [second.userId])
  await caller.settings.deleteAccount({ confirm_email: second.email, password: PASSWORD })
  expect(only()).toMatchObject({ status: 'active', cancel_at_period_end: true })
  expect(stripe.methods.known.filter((method) => method.customer === customer)).toEqual([])
  const owner = ownerAt(TEST_NOW)
  expect(await owner.packages.subscription()).toMatchObject({ status: 'active', cancel_at_period_end: true })
  await expect(owner.packages.cancel({ when: 'never' })).rejects.toMatchObject({
    code: 'CONFLICT',
    cause: { details: { reason: 'former_owner' } },
  })
  await renewSubscriptions(ctxFor(servicesAt(TEST_NOW), null, TEST_NOW))
  expect(stripe.calls).not.toContain(deleted)
  stripe.billing.renew(only().id)
  stripe.denied.push('DELETE')
  await renewSubscriptions(ctxFor(servicesAt(NEXT_MONTH), null, NEXT_MONTH))
  expect(await ownerAt(NEXT_MONTH).packages.subscription()).toMatchObject({ price: 0 })
  stripe.denied.length = 0
  stripe.calls.length = 0
  for (const _ of ['removes it', 'does nothing']) {
    await renewSubscriptions(ctxFor(servicesAt(NEXT_MONTH), null, NEXT_MONTH))
  }
  expect(stripe.calls.filter((call) => call === deleted)).toHaveLength(1)
})

test("a removed owner's deleted account, or purged agency, doesn't end the plan of their former agency", async () => {
  const { db, as, world, owner, second, endsWithPeriod } = await setUp('second')
  await as(owner).owners.remove({ user_id: second.userId, password: PASSWORD })
  await db
    .updateTable('profiles')
    .set({ agency_id: world.foreign.agencyId })
    .where('user_id', '=', second.userId)
    .execute()
  await db
    .updateTable('agencies')
    .set({ delete_after: TEST_NOW.toISOString() })
    .where('id', '=', world.foreign.agencyId)
    .execute()
  await purgeAgencies(ctxFor(testServices(db), null, TEST_NOW))
  expect(await db.selectFrom('saved_cards').selectAll().execute()).toEqual([])
  expect(await as(owner).packages.subscription()).toMatchObject({ status: 'active' })
  expect(await endsWithPeriod(owner)).toBe(true)
  const now = addDays(TEST_NOW, 2)
  await renewSubscriptions(ctxFor(testServices(db, { now }), null, now))
  expect(await as(owner).packages.subscription()).toMatchObject({ status: 'active' })
})

const refusedAs = (reason: string) => ({ code: 'CONFLICT', cause: { details: { reason } } })

test('an owner’s card is never used for a plan that another owner, or one who left, pays for', async () => {
  const { db, world, stripe, billing, only, on, fill, declineCard, ownerAt, servicesAt } =
    await setUpBilling()
  const { config } = servicesAt(TEST_NOW)
  const second = await addCoOwner(db, world.home.agencyId, 'Second Owner')
  const secondAt = (now: Date) => callerAs(db, second, { config, now })
  await secondAt(TEST_NOW).packages.subscribe({ ...on('Basic'), ...fill('pm_card_visa') })
  const { customer, items } = structuredClone(only())
  const attached = () => stripe.methods.known.filter((method) => method.customer === customer).length
  const another = () => fill('pm_card_mastercard')

  const owner = ownerAt(TEST_NOW)
  expect((await secondAt(TEST_NOW).packages.subscription())?.other_payer).toBeNull()
  expect((await owner.packages.subscription())?.other_payer).toEqual({ name: 'Second Owner' })
  await expect(owner.packages.preview(on('Professional'))).rejects.toMatchObject(refusedAs('other_owner'))
  await expect(owner.packages.subscribe({ ...on('Professional'), ...another() })).rejects.toMatchObject({
    ...refusedAs('other_owner'),
    message: expect.stringContaining('Second Owner’s card'),
  })
  expect([attached(), only().items]).toEqual([1, items])

  declineCard()
  billing.renew(only().id)
  await renewSubscriptions(ctxFor(servicesAt(NEXT_MONTH), null, NEXT_MONTH))
  const later = ownerAt(NEXT_MONTH)
  expect(await later.packages.subscription()).toMatchObject({ status: 'past_due' })
  await expect(later.packages.payOverdue(another())).rejects.toMatchObject(refusedAs('other_owner'))
  expect(attached()).toBe(2)
  await secondAt(NEXT_MONTH).packages.payOverdue(another())
  expect(await later.packages.subscription()).toMatchObject({ status: 'active' })

  await db.deleteFrom('payment_customers').where('user_id', '=', second.userId).execute()
  await expect(later.packages.subscribe({ ...on('Professional'), ...another() })).rejects.toMatchObject(
    refusedAs('former_owner'),
  )
  expect((await later.packages.subscription())?.other_payer).toEqual({ name: null })
  await later.packages.cancel({ when: 'now' })
  await later.packages.subscribe({ ...on('Professional'), ...another() })
  expect(await later.packages.subscription()).toMatchObject({
    status: 'active',
    card: { brand: 'mastercard' },
  })
})

test('an owner who may not change the plan does not withdraw the order of the one who pays for it', async () => {
  const { db, world, owner, on, fill, servicesAt } = await setUpBilling()
  await owner.packages.subscribe({ ...on('Basic'), ...fill('pm_card_visa') })
  const order = { ...on('Professional'), ...fill('pm_card_authenticationRequired') }
  const waiting = await owner.packages.subscribe(order)
  expect(waiting.status).toBe('requires_action')
  const { config } = servicesAt(TEST_NOW)
  const second = callerAs(db, await addCoOwner(db, world.home.agencyId, 'Second Owner'), { config })
  await expect(
    second.packages.subscribe({ ...on('Professional'), ...fill('pm_card_mastercard') }),
  ).rejects.toMatchObject(refusedAs('other_owner'))
  expect(
    await db.selectFrom('payments').select('status').where('id', '=', waiting.payment_id).execute(),
  ).toEqual([{ status: 'pending' }])
})

describe('a plan whose payer left while the provider was down isn’t ended', () => {
  async function leftWhileDown(payer: 'primary' | 'second' = 'primary') {
    const billing = await setUpBilling()
    const { db, world, owner, on, fill, servicesAt } = billing
    const { config } = servicesAt(TEST_NOW)
    const second = await addCoOwner(db, world.home.agencyId, 'Second Owner')
    await setPassword(db, PASSWORD)
    const co = callerAs(db, second, { config })
    const paying = payer === 'primary' ? owner : co
    await paying.packages.subscribe({ ...on('Basic'), ...fill('pm_card_visa') })
    const whileDown = async (leave: () => Promise<unknown>) => {
      billing.stripe.fail = { status: 500, message: 'Down' }
      await leave()
      billing.stripe.fail = null
    }
    const endsWithPeriod = async () => {
      await renewSubscriptions(ctxFor(servicesAt(TEST_NOW), null, TEST_NOW))
      return billing.only().cancel_at_period_end
    }
    const asSecond = { user_id: second.userId, password: PASSWORD }
    const asPrimary = { user_id: world.home.owner.userId, password: PASSWORD }
    return { ...billing, second: co, whileDown, endsWithPeriod, asPrimary, asSecond }
  }

  test('once they own the agency again', async () => {
    const { owner, second, whileDown, endsWithPeriod, asPrimary, asSecond } = await leftWhileDown()
    await whileDown(() => owner.owners.handOver(asSecond))
    await second.owners.handOver(asPrimary)
    expect(await endsWithPeriod()).toBe(false)
  })

  test('once they are enabled again', async () => {
    const { owner, whileDown, endsWithPeriod, asSecond } = await leftWhileDown('second')
    await whileDown(() => owner.owners.setDisabled({ ...asSecond, disabled: true }))
    await owner.owners.setDisabled({ ...asSecond, disabled: false })
    expect(await endsWithPeriod()).toBe(false)
  })

  test('once a plan is chosen again', async () => {
    const { owner, on, fill, whileDown, endsWithPeriod, asSecond } = await leftWhileDown()
    await whileDown(() => owner.owners.handOver(asSecond))
    await owner.packages.subscribe({ ...on('Professional'), ...fill('pm_card_visa') })
    expect(await endsWithPeriod()).toBe(false)
  })
})
