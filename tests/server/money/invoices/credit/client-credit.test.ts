import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { card, depositOf, draftFor, refundForm, sendInvoiceTo } from '#tests/support/money/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World
let clientId: string

const LATER = new Date('2026-03-04T10:01:00Z')

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
  clientId = world.home.client.clientId
})

const asOwner = (now?: Date) => callerAs(db, world.home.owner, { now })
const deposit = (amount: number, currency?: string) =>
  asOwner().payments.recordManual(depositOf(clientId, amount, currency))
const creditOf = async () => (await asOwner().invoices.clientCredit({ client_id: clientId })).balances

/** The ledger's totals by direction and category, in minor units of the currency and the base currency. */
async function books() {
  const rows = await db.selectFrom('ledger_entries').selectAll().execute()
  const sums: Record<string, [amount: number, base: number]> = {}
  for (const { direction, category, amount, base_amount } of rows) {
    const [before, beforeInBase] = sums[`${direction} ${category}`] ?? [0, 0]
    sums[`${direction} ${category}`] = [before + amount, beforeInBase + (base_amount ?? 0)]
  }
  return sums
}

test('a deposit is a liability until it is applied; then it is income', async () => {
  await deposit(500_00)
  expect(await books()).toEqual({ 'liability client_credit': [500_00, 500_00] })
  expect((await asOwner().finance.summary({})).current.revenue).toBe(0)
  const id = await sendInvoiceTo(asOwner(), clientId)
  const applied = await asOwner().invoices.applyCredit({ id })
  expect(applied).toMatchObject({
    amount_applied: 500_00,
    amount_due: 3100_00,
    amount_paid: 0,
    status: 'sent',
  })
  expect(await creditOf()).toEqual([])
  expect(await books()).toEqual({
    'liability client_credit': [500_00, 500_00],
    'liability credit_applied': [-500_00, -500_00],
    'income invoices': [500_00, 500_00],
  })
  expect((await asOwner().finance.summary({})).current.revenue).toBe(500_00)
})

test('credit is applied in part, removed, and returned to the client of a voided invoice', async () => {
  await deposit(500_00)
  const id = await sendInvoiceTo(asOwner(), clientId)
  await asOwner().invoices.applyCredit({ id, amount: 200_00 })
  expect(await creditOf()).toEqual([{ amount: 300_00, currency: 'USD' }])
  await asOwner().invoices.removeCredit({ id })
  expect(await creditOf()).toEqual([{ amount: 500_00, currency: 'USD' }])
  await expect(asOwner().invoices.removeCredit({ id })).rejects.toThrow(
    'No credit is applied to this invoice.',
  )
  await asOwner().invoices.applyCredit({ id })
  await asOwner().invoices.void({ id })
  expect(await creditOf()).toEqual([{ amount: 500_00, currency: 'USD' }])
  expect((await books())['income invoices']).toEqual([0, 0])
})

test('a voided invoice takes back the tax of the credit applied to it', async () => {
  await deposit(500_00)
  const { id } = await asOwner().invoices.save({
    ...draftFor(clientId),
    items: [
      { description: 'Design', quantity: 1, rate: 1000_00, tax_bps: 1900 },
      { description: 'Books', quantity: 1, rate: 100_00, tax_bps: 700 },
    ],
  })
  await asOwner().invoices.send({ id, apply_credit: true })
  const before = await asOwner().finance.taxReport({ basis: 'paid' })
  expect(before.output_total.gross).toBe(500_00)
  await asOwner().invoices.void({ id })
  const { output } = await asOwner().finance.taxReport({ basis: 'paid' })
  expect(output.filter(({ net, tax }) => net !== 0 || tax !== 0)).toEqual([])
  expect(await asOwner().invoices.get({ id })).toMatchObject({ status: 'void', amount_applied: 0 })
})

test('credit can pay a whole invoice', async () => {
  await deposit(5000_00)
  const id = await sendInvoiceTo(asOwner(), clientId)
  expect(await asOwner().invoices.applyCredit({ id })).toMatchObject({ status: 'paid', amount_due: 0 })
  expect(await creditOf()).toEqual([{ amount: 1400_00, currency: 'USD' }])
})

test('twenty concurrent applications never exceed the credit', async () => {
  await deposit(100_00)
  const ids = await Promise.all(Array.from({ length: 20 }, () => sendInvoiceTo(asOwner(), clientId)))
  const tried = await Promise.allSettled(
    ids.map((id) => asOwner().invoices.applyCredit({ id, amount: 30_00 })),
  )
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await creditOf()).toEqual([{ amount: 10_00, currency: 'USD' }])
  const { total } = await db
    .selectFrom('invoices')
    .select((eb) => eb.cast<number>(eb.fn.sum('amount_applied'), 'integer').as('total'))
    .executeTakeFirstOrThrow()
  expect(Number(total)).toBe(90_00)
})

test("credit is applied on sending if requested or by the agency's rule", async () => {
  await deposit(100_00)
  const sent = async (apply_credit?: boolean) => {
    const { id } = await asOwner().invoices.save(draftFor(clientId))
    return asOwner().invoices.send({ id, apply_credit })
  }
  expect(await sent()).toMatchObject({ amount_applied: 0 })
  expect(await sent(true)).toMatchObject({ amount_applied: 100_00 })
  await deposit(50_00)
  const { currency: _, ...rules } = await asOwner().invoices.collectionRules()
  await asOwner().invoices.saveCollectionRules({ ...rules, apply_credit: true })
  expect(await sent(false)).toMatchObject({ amount_applied: 0 })
  expect(await sent()).toMatchObject({ amount_applied: 50_00 })
})

test('a deposit is released at its original exchange rate; the difference is a separate entry', async () => {
  await callerAs(db, world.admin).platform.importExchangeRates({
    rates: [{ quoted_on: '2026-03-02', currency: 'USD', per_euro: '1.1' }],
  })
  await deposit(100_00, 'EUR')
  const id = await sendInEuros()
  expect(await books()).toEqual(RELEASED)
  await asOwner().invoices.removeCredit({ id })
  expect(await books()).toMatchObject(RETURNED)
})

/** An invoice of 100.00 euros at 1.2, paid with all of the credit. */
async function sendInEuros(): Promise<string> {
  const { id } = await asOwner().invoices.save({
    ...draftFor(clientId),
    currency: 'EUR',
    booking_rate: '1.2',
    items: [{ description: 'Work', quantity: 1, rate: 100_00 }],
  })
  await asOwner().invoices.send({ id, apply_credit: true })
  return id
}

/** A deposit at 1.1 on that invoice. */
const RELEASED = {
  'liability client_credit': [100_00, 110_00],
  'liability credit_applied': [-100_00, -110_00],
  'income invoices': [100_00, 120_00],
  'income exchange_differences': [-10_00, -10_00],
}

const RETURNED = {
  'liability credit_applied': [0, 0],
  'income invoices': [0, 0],
  'income exchange_differences': [0, 0],
}

test('a deposit whose exchange rate is entered after it was used is released the same way', async () => {
  await deposit(100_00, 'EUR')
  const id = await sendInEuros()
  const { 'income exchange_differences': _, ...unknown } = RELEASED
  expect(Object.keys(await books())).toEqual(expect.arrayContaining(Object.keys(unknown)))
  await asOwner().invoices.enterRate({ currency: 'EUR', rate: '1.1' })
  expect(await books()).toEqual(RELEASED)
  expect((await asOwner().finance.summary({})).current.revenue).toBe(110_00)
  await asOwner().invoices.removeCredit({ id })
  expect(await books()).toMatchObject(RETURNED)
})

test('credit that was removed before its exchange rate is entered leaves no difference', async () => {
  await deposit(100_00, 'EUR')
  const id = await sendInEuros()
  await asOwner(LATER).invoices.removeCredit({ id })
  await asOwner().invoices.enterRate({ currency: 'EUR', rate: '1.1' })
  expect(await books()).toMatchObject(RETURNED)
})

test('only the unapplied part of a deposit can be refunded', async () => {
  const { id: paymentId } = await deposit(100_00)
  const id = await sendInvoiceTo(asOwner(), clientId)
  await asOwner().invoices.applyCredit({ id, amount: 60_00 })
  await expect(asOwner().payments.refund({ id: paymentId, ...refundForm(41_00) })).rejects.toThrow(
    'Only $40.00 USD of the client’s credit is left.',
  )
  await asOwner().payments.refund({ id: paymentId, ...refundForm() })
  expect(await creditOf()).toEqual([])
  await expect(asOwner().payments.refund({ id: paymentId, ...refundForm() })).rejects.toThrow('$0.00 USD')
})

test("credit is adjusted without money, with a reason the client can't see", async () => {
  const adjust = (amount: number) =>
    asOwner().invoices.adjustCredit({ client_id: clientId, currency: 'USD', amount, reason: 'Goodwill' })
  await adjust(30_00)
  await expect(adjust(-31_00)).rejects.toThrow('Only $30.00 USD of the client’s credit is left.')
  await adjust(-10_00)
  const seen = await callerAs(db, world.home.client).invoices.clientCredit({ client_id: clientId })
  expect(seen.balances).toEqual([{ amount: 20_00, currency: 'USD' }])
  expect(seen.movements.map(({ note }) => note)).toEqual([null, null])
  expect(await books()).toEqual({
    'liability credit_adjustments': [20_00, 20_00],
    'income credit_adjustments': [-20_00, -20_00],
  })
})

test('what a client has paid counts money, not credit that was granted or applied', async () => {
  const paid = async () => {
    const { total_paid, last_payment_on } = await asOwner().clients.get({ id: clientId })
    const tally = await db
      .selectFrom('client_tallies')
      .select('last_payment_on')
      .where('client_id', '=', clientId)
      .executeTakeFirstOrThrow()
    expect(tally.last_payment_on).toBe(last_payment_on ?? '')
    return [total_paid, last_payment_on]
  }
  await grant(100_00)
  expect(await paid()).toEqual([0, null])
  const request_id = crypto.randomUUID()
  const deposit = {
    client_id: clientId,
    amount: 50_00,
    method: 'bank',
    paid_on: '2026-02-20',
    request_id,
  } as const
  await asOwner().payments.recordManual(deposit)
  expect(await paid()).toEqual([0, '2026-02-20'])
  const { id } = await asOwner().invoices.save(draftFor(clientId))
  await asOwner().invoices.send({ id, apply_credit: true })
  expect(await paid()).toEqual([50_00, '2026-02-20'])
  const payment = { invoice_id: id, amount: 30_00, method: 'bank', paid_on: '2026-03-01' } as const
  const { id: paymentId } = await asOwner().payments.recordManual({
    ...payment,
    request_id: crypto.randomUUID(),
  })
  expect(await paid()).toEqual([80_00, '2026-03-01'])
  await asOwner().payments.refund({ id: paymentId, ...refundForm() })
  expect(await paid()).toEqual([50_00, '2026-03-01'])
})

const grant = (amount: number) =>
  asOwner().invoices.adjustCredit({ client_id: clientId, currency: 'USD', amount, reason: 'Goodwill' })
const taxed = [{ description: 'Work', quantity: 1, rate: 1000_00, tax_bps: 1900 }]
const sendTaxed = async (apply_credit = false) => {
  const { id } = await asOwner().invoices.save({ ...draftFor(clientId), items: taxed })
  return asOwner().invoices.send({ id, apply_credit })
}
const taxOf = async (basis: 'issued' | 'paid') =>
  (await asOwner().finance.taxReport({ basis })).output_total.tax

test('granted credit reduces the invoice and its tax, because nothing was received for it', async () => {
  await grant(119_00)
  const { id } = await sendTaxed()
  expect(await asOwner().invoices.applyCredit({ id })).toMatchObject({
    ...{ amount_credited: 119_00, amount_applied: 0, amount_due: 1071_00, status: 'sent' },
  })
  expect(await creditOf()).toEqual([])
  expect(await taxOf('issued')).toBe(171_00)
  expect(await taxOf('paid')).toBe(0)
  expect(await books()).toMatchObject({
    'liability credit_adjustments': [0, 0],
    'income credit_adjustments': [0, 0],
  })
  const { revenue } = await asOwner().finance.profit({ basis: 'issued' })
  expect(revenue).toBe(900_00)
  await expect(asOwner().invoices.removeCredit({ id })).rejects.toThrow('This credit was granted')
  const seen = await callerAs(db, world.home.client).invoices.statement({
    ...{ client_id: clientId, from: '2026-03-01', to: '2026-03-31' },
  })
  expect(seen).toMatchObject({ closing_balance: 1071_00, closing_credit: 0 })
})

test('granted credit is used before a deposit, but never for the invoice of a deposit', async () => {
  await grant(119_00)
  await asOwner().payments.recordManual({ ...depositOf(clientId, 119_00), advance: { tax_bps: 1900 } })
  expect(await taxOf('paid')).toBe(19_00)
  expect(await creditOf()).toEqual([{ amount: 119_00, currency: 'USD' }])
  await deposit(238_00)
  expect(await sendTaxed(true)).toMatchObject({
    ...{ amount_credited: 119_00, amount_applied: 238_00, prepaid: 357_00, amount_due: 833_00 },
  })
  expect(await taxOf('paid')).toBe(57_00)
  expect(await taxOf('issued')).toBe(190_00)
})

test('an invoice voided or credited in full returns the granted credit that it used', async () => {
  await grant(119_00)
  const { id } = await sendTaxed(true)
  expect(await asOwner().invoices.void({ id })).toMatchObject({ amount_credited: 1190_00, amount_due: 0 })
  expect(await creditOf()).toEqual([{ amount: 119_00, currency: 'USD' }])
  expect(await books()).toMatchObject({ 'liability credit_adjustments': [119_00, 119_00] })
  expect(await taxOf('issued')).toBe(0)
})

test('an invoice that granted credit settled in full can be voided, and its work billed again', async () => {
  const expense = await asOwner().finance.saveExpense({
    ...{ category: 'travel', description: 'Train', amount: 1000_00, spent_on: '2026-03-02' },
    ...{ client_id: clientId, rebillable: true },
  })
  const items = [{ description: 'Work', quantity: 1, rate: 90_00, tax_bps: 1900 }]
  const { id } = await asOwner().invoices.save({ ...draftFor(clientId), items })
  const { amount } = await asOwner().invoices.addExpenses({ id, expense_ids: [expense.id] })
  await grant(amount)
  expect(await asOwner().invoices.send({ id, apply_credit: true })).toMatchObject({
    ...{ status: 'paid', amount_credited: amount, amount_granted: amount },
  })
  const other = callerAs(db, world.foreign.owner)
  await expect(other.invoices.void({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await asOwner().invoices.void({ id })
  expect(await asOwner().invoices.get({ id })).toMatchObject({ amount_due: 0, amount_granted: 0 })
  expect(await creditOf()).toEqual([{ amount, currency: 'USD' }])
  expect(await books()).toMatchObject({ 'liability credit_adjustments': [amount, amount] })
  expect(await taxOf('issued')).toBe(0)
  expect((await asOwner().finance.expense({ id: expense.id })).billed).toBeNull()
  await expect(asOwner().invoices.void({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await creditOf()).toEqual([{ amount, currency: 'USD' }])
})

test('a statement shows the credit in its balance', async () => {
  await deposit(500_00)
  const id = await sendInvoiceTo(asOwner(), clientId)
  await asOwner().invoices.applyCredit({ id, amount: 200_00 })
  const period = { client_id: clientId, from: '2026-03-01', to: '2026-03-31' }
  expect(await asOwner().invoices.statement(period)).toMatchObject({
    opening_balance: 0,
    opening_credit: 0,
    lines: [{ amount: -500_00 }, { amount: 3600_00 }].toSorted((a, b) => b.amount - a.amount),
    closing_balance: 3100_00,
    closing_credit: 300_00,
  })
})

test('the history is read in pages, by the agency and the client', async () => {
  for (let number = 1; number <= 5; number++) await deposit(number * 100)
  for (const person of [world.home.owner, world.home.client]) {
    const pageOf = (cursor?: string | null) =>
      callerAs(db, person).invoices.clientCredit({ client_id: clientId, limit: 2, cursor })
    const first = await pageOf()
    const second = await pageOf(first.nextCursor)
    const third = await pageOf(second.nextCursor)
    const pages = [first, second, third]
    const amounts = pages.flatMap(({ movements }) => movements.map(({ amount }) => amount))
    expect(pages.map(({ movements }) => movements.length)).toEqual([2, 2, 1])
    expect(amounts.toSorted((a, b) => a - b)).toEqual([100, 200, 300, 400, 500])
    expect(pages.map(({ balances }) => balances[0]?.amount)).toEqual([1500, 1500, 1500])
    expect(third.nextCursor).toBeNull()
  }
})

test('movements are immutable', async () => {
  await deposit(500_00)
  await expect(db.updateTable('client_credits').set({ amount: 1 }).execute()).rejects.toThrow(
    'movements of credit are never changed',
  )
})

test('a client pays the rest by card after credit is applied', async () => {
  await deposit(500_00)
  const id = await sendInvoiceTo(asOwner(), clientId)
  await asOwner().invoices.applyCredit({ id })
  const charge = await callerAs(db, world.home.client).payments.payInvoice({ invoice_id: id, ...card() })
  expect(charge.amount).toBe(3100_00)
  expect(await asOwner().invoices.get({ id })).toMatchObject({ status: 'paid', amount_due: 0 })
})
