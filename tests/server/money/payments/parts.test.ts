import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeLateFees } from '#server/money/invoices/collection/commands/charge-late-fees.ts'
import { markOverdueInvoices } from '#server/money/invoices/collection/commands/mark-overdue.ts'
import { remindOfInvoices } from '#server/money/invoices/sending/commands/remind.ts'
import { reconcilePayments } from '#server/money/payments/commands/reconcile.ts'
import { splitTotal } from '#shared/money/invoices/installments.ts'
import type { InvoiceSaveInput } from '#shared/money/invoices/schemas/invoices.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { answerBank } from '#tests/support/money/bank/bank.ts'
import { card, depositOf, draftFor } from '#tests/support/money/money.ts'
import { createWorld } from '#tests/support/world.ts'

const DAY = 86_400_000
const PLAN = ['2026-03-06', '2026-04-06', '2026-05-06']

async function setUp() {
  const { db } = await createTestDatabase()
  const { home } = await createWorld(db)
  const owner = callerAs(db, home.owner)
  const client = callerAs(db, home.client)
  const sent = async (given: Partial<InvoiceSaveInput>, rate = 10_000) => {
    const items = [{ description: 'Design', quantity: 1, rate }]
    const { id } = await owner.invoices.save({ ...draftFor(home.client.clientId), items, ...given })
    await owner.invoices.send({ id })
    return id
  }
  const pay = (id: string, amount?: number, method?: string) =>
    client.payments.payInvoice({ invoice_id: id, amount, ...card(method) })
  const on = (day: string) => ctxFor(testServices(db), null, new Date(`${day}T10:00:00.000Z`))
  return { db, home, owner, client, sent, pay, on }
}

test('parts of any total add up, differ by at most one step and are chargeable', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 12 }),
      fc.integer({ min: 2, max: 12 }),
      fc.constantFrom(1, 10, 100),
      (steps, count, step) => {
        const total = steps * step
        const parts = splitTotal(total, count, step)
        expect(parts).toHaveLength(count)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(step)
        expect(parts.every((part) => part % step === 0)).toBe(true)
      },
    ),
  )
})

test('a part payment is rejected unless the owner allows it', async () => {
  const { sent, pay, client } = await setUp()
  const id = await sent({})
  expect(await client.invoices.get({ id })).toMatchObject({
    parts: { all: 10_000, instalment: null, other: null },
  })
  await expect(pay(id, 5000)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'The amount due is $100.00 USD, and this invoice can’t be paid in different parts.',
  })
  await expect(pay(id, 10_001)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'The amount due has changed to $100.00 USD.',
  })
})

test('a payment of an amount that is no longer due is rejected, and charges nothing', async () => {
  const { db, home, owner, client, sent, pay } = await setUp()
  await owner.payments.recordManual(depositOf(home.client.clientId, 4000))
  const id = await sent({})
  await owner.invoices.applyCredit({ id, amount: 4000 })
  expect((await client.invoices.get({ id })).parts?.all).toBe(6000)
  await owner.invoices.removeCredit({ id })
  const changed = { cause: { details: { reason: 'amount_differs' } } }
  await expect(pay(id, 6000)).rejects.toMatchObject(changed)
  const { url } = await owner.invoices.createPayLink({ id })
  const order = { token: new URL(url).searchParams.get('token') ?? '', amount: 6000, ...card() }
  await expect(callerAs(db, null).payments.payByLink(order)).rejects.toMatchObject(changed)
  expect(await owner.invoices.get({ id })).toMatchObject({ amount_due: 10_000, amount_paid: 0 })
  expect((await owner.payments.list({ invoice_id: id })).items).toEqual([])
  expect(await pay(id, 10_000)).toMatchObject({ status: 'succeeded', amount: 10_000 })
})

test('if allowed, any part above the minimum is accepted that leaves a payable remainder', async () => {
  const { sent, pay, client, owner } = await setUp()
  const id = await sent({ part_minimum: 2000 })
  expect((await client.invoices.get({ id })).parts?.other).toEqual({ least: 2000, most: 9950 })
  for (const amount of [1999, 9951, 9999]) {
    await expect(pay(id, amount)).rejects.toMatchObject({
      message: 'Pay the full amount, or an amount from $20.00 USD to $99.50 USD.',
    })
  }
  expect(await pay(id, 9950)).toMatchObject({ status: 'succeeded', amount: 9950 })
  expect(await owner.invoices.get({ id })).toMatchObject({
    amount_paid: 9950,
    amount_due: 50,
    status: 'sent',
  })
  // What is left is the minimum card charge.
  expect(await pay(id)).toMatchObject({ status: 'succeeded', amount: 50 })
  expect((await owner.invoices.get({ id })).status).toBe('paid')
})

test("the agency's rule applies to new invoices, which can override it", async () => {
  const { owner, home } = await setUp()
  const rules = await owner.invoices.collectionRules()
  const { currency: _, ...input } = rules
  await owner.invoices.saveCollectionRules({ ...input, part_payments: true, part_minimum: 2500 })
  const draft = draftFor(home.client.clientId)
  expect((await owner.invoices.save(draft)).part_minimum).toBe(2500)
  expect((await owner.invoices.save({ ...draft, part_minimum: null })).part_minimum).toBeNull()
  const euros = await owner.invoices.save({ ...draft, currency: 'EUR', booking_rate: '1.1' })
  expect(euros.part_minimum).toBe(0)
})

test('installments are paid in order, become overdue one by one, and reminders name what is late', async () => {
  const { db, sent, pay, client, owner, on, home } = await setUp()
  const id = await sent({ instalments: PLAN })
  expect(await client.invoices.get({ id })).toMatchObject({
    dueDate: '2026-05-06',
    instalments: [
      { due_date: '2026-03-06', amount: 3334, open: 3334 },
      { due_date: '2026-04-06', amount: 3333, open: 3333 },
      { due_date: '2026-05-06', amount: 3333, open: 3333 },
    ],
    parts: { all: 10_000, instalment: { number: 1, amount: 3334 }, other: null },
  })
  const { currency: _, ...rules } = await owner.invoices.collectionRules()
  await owner.invoices.saveCollectionRules({ ...rules, late_fees: 'draft', fee_bps: 1000, grace_days: 1 })
  const later = callerAs(db, home.owner, { now: new Date('2026-03-08T10:00:00.000Z') })
  expect((await later.invoices.get({ id })).status).toBe('overdue')
  expect(await markOverdueInvoices(on('2026-03-08'))).toBe(1)
  expect(await chargeLateFees(on('2026-03-08'))).toBe(1)
  const [fee] = await db.selectFrom('invoices').select('total').where('late_fee_of', '=', id).execute()
  expect(fee?.total).toBe(333)
  expect(await pay(id, 3334)).toMatchObject({ status: 'succeeded' })
  expect((await owner.invoices.get({ id })).status).toBe('sent')
  // The next installment has its own reminder and overdue status.
  expect(await remindOfInvoices(on('2026-04-04'))).toBe(1)
  const mails = await db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('subject', 'like', '%due soon%')
    .execute()
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails)).toContain('$33.33')
  expect(await markOverdueInvoices(on('2026-04-06'))).toBe(0)
  expect(await markOverdueInvoices(on('2026-04-07'))).toBe(1)
  const titles = (await owner.notifications.list({})).items.map(({ title }) => title)
  const overdue = titles.filter((title) => title === 'An installment of invoice INV-1001 is overdue')
  expect(overdue, 'of the paid one, it is withdrawn').toHaveLength(1)
  expect(await pay(id)).toMatchObject({ amount: 6666 })
  expect((await owner.invoices.get({ id })).status).toBe('paid')
})

test('a plan with unchargeable installments is rejected on sending', async () => {
  const { owner, home, sent } = await setUp()
  const items = [{ description: 'Design', quantity: 1, rate: 149 }]
  const { id } = await owner.invoices.save({
    ...draftFor(home.client.clientId),
    items,
    instalments: PLAN,
  })
  await expect(owner.invoices.send({ id })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('Plan fewer installments.'),
  })
  await sent({ instalments: PLAN.slice(0, 2) }, 149)
  const draft = draftFor(home.client.clientId)
  for (const instalments of [['2026-03-06'], ['2026-04-06', '2026-03-06'], Array(13).fill('2026-03-06')]) {
    await expect(owner.invoices.save({ ...draft, instalments })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  }
})

test('an agency without cards can send installments below the card minimum', async () => {
  const { db, home } = await setUp()
  const owner = callerAs(db, home.owner, { config: { allowTestPayments: false } })
  const items = [{ description: 'Design', quantity: 1, rate: 149 }]
  const { id } = await owner.invoices.save({
    ...draftFor(home.client.clientId),
    items,
    instalments: PLAN,
  })
  await owner.invoices.send({ id })
  expect(await owner.invoices.get({ id })).toMatchObject({ status: 'sent', instalments: [{}, {}, {}] })
})

test('the next installment can be paid while one is processing, and a failure reopens it', async () => {
  const { db, sent, pay, client, owner } = await setUp()
  const id = await sent({ instalments: PLAN })
  const debit = await pay(id, 3334, 'mock_debit_fails')
  expect(debit.status).toBe('processing')
  expect(await client.invoices.get({ id })).toMatchObject({
    amount_processing: 3334,
    parts: { all: 6666, instalment: { number: 2, amount: 3333 } },
  })
  expect(await pay(id, 3333)).toMatchObject({ status: 'succeeded' })
  // "Complete the debit now", which otherwise takes three days.
  await answerBank(db, debit)
  const answered = await client.payments.confirm({ id: debit.payment_id })
  expect(answered).toMatchObject({ status: 'failed', failure: expect.stringContaining('returned') })
  expect(await owner.invoices.get({ id })).toMatchObject({ amount_paid: 3333, amount_processing: 0 })
  expect((await client.invoices.get({ id })).parts).toMatchObject({ all: 6667 })
  const { failed } = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().filterWhere('status', '=', 'failed').as('failed'))
    .executeTakeFirstOrThrow()
  expect(Number(failed)).toBe(1)
})

test('the test provider supports debits and redirects only in their currencies', async () => {
  const { db, sent, pay, client } = await setUp()
  const dollars = await sent({})
  await expect(pay(dollars, undefined, 'mock_redirect')).resolves.toMatchObject({ status: 'failed' })
  const euros = await sent({ currency: 'EUR', booking_rate: '1.1' })
  const asked = await pay(euros, undefined, 'mock_redirect')
  expect(asked).toMatchObject({
    status: 'requires_action',
    redirect_url: expect.stringMatching(/^\/test-bank\?secret=\w+&to=%2F/),
  })
  await answerBank(db, asked)
  expect((await client.payments.confirm({ id: asked.payment_id })).status).toBe('succeeded')
  expect((await client.payments.list({ invoice_id: euros })).items[0]?.card).toEqual({
    brand: 'ideal',
    last4: '',
  })
})

test('twenty concurrent part payments never exceed the amount due', async () => {
  const { sent, pay, owner } = await setUp()
  const id = await sent({ part_minimum: 100 })
  await Promise.allSettled(Array.from({ length: 20 }, () => pay(id, 3000)))
  const { amount_paid, amount_due } = await owner.invoices.get({ id })
  expect(amount_paid).toBeLessThanOrEqual(10_000)
  expect(amount_paid + amount_due).toBe(10_000)
  expect(amount_paid % 3000).toBe(0)
})

test('the job gets the result of a debit days later', async () => {
  const { db, sent, pay, owner, home } = await setUp()
  const id = await sent({})
  await pay(id, undefined, 'mock_debit_succeeds')
  const reconcile = (days: number) => {
    const now = new Date(TEST_NOW.getTime() + days * DAY)
    return reconcilePayments(ctxFor(testServices(db, { now }), null, now))
  }
  await reconcile(2)
  expect(await owner.invoices.get({ id })).toMatchObject({ amount_processing: 10_000 })
  await reconcile(4)
  expect(await callerAs(db, home.owner).invoices.get({ id })).toMatchObject({ status: 'paid' })
})
