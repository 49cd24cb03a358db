import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { addMinutes } from '#server/base/db/values.ts'
import { markOverdueInvoices } from '#server/money/invoices/collection/commands/mark-overdue.ts'
import { remindOfInvoices } from '#server/money/invoices/sending/commands/remind.ts'
import { reconcilePayments } from '#server/money/payments/commands/reconcile.ts'
import { sum } from '#shared/base/amounts/money.ts'
import { callerAs, ctxFor, TEST_NOW, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { card, depositOf, draftFor, refundForm } from '#tests/support/money/money.ts'
import { eventOf, setUpStripe } from '#tests/support/stripe/stripe-portal.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
})

const asOwner = () => callerAs(db, world.home.owner)

/** 100.00 at 20 % and 50.00 at 7 %: 173.50, of which 23.50 tax. */
async function sendTaxed(): Promise<string> {
  const { id } = await asOwner().invoices.save({
    ...draftFor(world.home.client.clientId),
    items: [
      { description: 'Design', quantity: 1, rate: 100_00, tax_bps: 2000 },
      { description: 'Books', quantity: 1, rate: 50_00, tax_bps: 700 },
    ],
  })
  await asOwner().invoices.send({ id })
  return id
}

async function payTaxed(): Promise<{ invoiceId: string; paymentId: string }> {
  const invoiceId = await sendTaxed()
  const { payment_id } = await callerAs(db, world.home.client).payments.payInvoice({
    invoice_id: invoiceId,
    ...card(),
  })
  return { invoiceId, paymentId: payment_id }
}

const notes = async () =>
  (await asOwner().invoices.list({})).items.filter((invoice) => invoice.kind === 'credit_note')

test('a credit note reverses the tax included in its amount', async () => {
  const id = await sendTaxed()
  await asOwner().invoices.credit({ id, amount: 120_00, reason: 'Less design' })
  // 120.00 of 173.50, by rate: 83.00 at 20 % and 37.00 at 7 %.
  expect(await notes()).toMatchObject([
    {
      amount: 120_00,
      tax: 13_83 + 2_42,
      items: [
        { rate: 69_17, tax: 13_83, tax_bps: 2000 },
        { rate: 34_58, tax: 2_42, tax_bps: 700 },
      ],
    },
  ])
})

test('credits that add up to the invoice add up to its tax', async () => {
  const id = await sendTaxed()
  for (const amount of [33_33, 33_33, 33_33]) await asOwner().invoices.credit({ id, amount, reason: 'Part' })
  await asOwner().invoices.credit({ id, reason: 'The rest' })
  const tax = (await notes()).reduce((sum, note) => sum + note.tax, 0)
  expect(tax).toBe(23_50)
  expect(await asOwner().invoices.get({ id })).toMatchObject({ status: 'paid', amount_due: 0 })
})

test('a refund with a credit note leaves nothing due', async () => {
  const { invoiceId, paymentId } = await payTaxed()
  await asOwner().payments.refund({ id: paymentId, ...refundForm(), credit: true })
  expect(await notes()).toMatchObject([{ amount: 173_50, tax: 23_50, description: 'Mistake' }])
  expect(await asOwner().invoices.get({ id: invoiceId })).toMatchObject({
    status: 'paid',
    amount_paid: 0,
    amount_credited: 173_50,
    amount_due: 0,
  })
})

test("a refund's credit note is created once, however often the provider reports it", async () => {
  const { paymentId } = await payTaxed()
  const form = { ...refundForm(50_00), credit: true }
  await Promise.all([1, 2, 3].map(() => asOwner().payments.refund({ id: paymentId, ...form })))
  await asOwner().payments.refund({ id: paymentId, ...refundForm(20_00), credit: true })
  expect((await notes()).map((note) => note.amount).toSorted()).toEqual([20_00, 50_00])
})

test.each(['charge.refunded', 'refund.created'])(
  'a refund whose response is lost gets its credit note, whether or not %s arrives first',
  async (type) => {
    const { stripe, owner, client, invoiceId, deliver, services } = await setUpStripe()
    const { payment_id } = await client.payments.payInvoice({
      invoice_id: invoiceId,
      ...card('pm_card_visa'),
    })
    stripe.broken.push('POST /v1/refunds')
    const form = { id: payment_id, ...refundForm(), credit: true }
    await expect(owner.payments.refund(form)).rejects.toThrow()
    const [intent] = stripe.intents.known.values()
    const news = type === 'charge.refunded' ? intent?.latest_charge : stripe.refunds.made[0]
    await deliver(eventOf('evt_first', type, { ...news }))
    const later = addMinutes(TEST_NOW, 60)
    await reconcilePayments(ctxFor(services, null, later))
    await deliver(eventOf('evt_again', 'refund.updated', { ...stripe.refunds.made[0] }))
    expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({
      status: 'paid',
      amount_paid: 0,
      amount_credited: 360_000,
      amount_due: 0,
    })
  },
)

/** What the ledger has of an invoice, and its parts by rate. */
async function incomeOf(invoiceId: string) {
  const entries = await db
    .selectFrom('ledger_entries')
    .select('amount')
    .where('invoice_id', '=', invoiceId)
    .where('direction', '=', 'income')
    .execute()
  const taxes = await db
    .selectFrom('ledger_taxes')
    .innerJoin('ledger_entries', 'ledger_entries.id', 'ledger_taxes.entry_id')
    .select(['tax_bps', 'ledger_taxes.net', 'ledger_taxes.tax'])
    .where('ledger_entries.invoice_id', '=', invoiceId)
    .execute()
  const rates = Map.groupBy(taxes, ({ tax_bps }) => tax_bps)
  return {
    income: sum(entries.map(({ amount }) => amount)),
    rates: [...rates]
      .map(([rate, own]) => [rate, sum(own.map(({ net }) => net)), sum(own.map(({ tax }) => tax))])
      .filter(([, net, tax]) => net !== 0 || tax !== 0),
  }
}

test('the refund of a payment whose credit was used is booked without tax', async () => {
  const { invoiceId, paymentId } = await payTaxed()
  await asOwner().invoices.credit({
    id: invoiceId,
    amount: 173_50,
    keep_as_credit: true,
    reason: 'Never made',
  })
  const other = await sendTaxed()
  await asOwner().invoices.applyCredit({ id: other })
  await asOwner().payments.refund({ id: paymentId, ...refundForm() })
  expect(await asOwner().invoices.get({ id: invoiceId })).toMatchObject({ amount_due: 173_50 })
  expect(await incomeOf(invoiceId)).toEqual({ income: -173_50, rates: [[0, -173_50, 0]] })
  expect((await incomeOf(other)).income).toBe(173_50)
})

test('a refund is credited up to what earlier credit notes have left', async () => {
  const { invoiceId, paymentId } = await payTaxed()
  await asOwner().invoices.credit({ id: invoiceId, amount: 40_00, keep_as_credit: true, reason: 'Less' })
  await asOwner().invoices.applyCredit({ id: await sendTaxed() })
  await asOwner().payments.refund({ id: paymentId, ...refundForm(), credit: true })
  expect((await notes()).map((note) => note.amount).toSorted()).toEqual([133_50, 40_00])
  // The credit was used for the other invoice.
  expect(await asOwner().invoices.get({ id: invoiceId })).toMatchObject({
    amount_paid: 0,
    amount_credited: 173_50,
    amount_due: 40_00,
  })
  expect(await incomeOf(invoiceId)).toEqual({ income: -40_00, rates: [[0, -40_00, 0]] })
})

test('what is owed after credit notes have left nothing can be written off, without tax', async () => {
  const { invoiceId: id, paymentId } = await payTaxed()
  await asOwner().invoices.credit({ id, amount: 40_00, keep_as_credit: true, reason: 'Less' })
  await asOwner().invoices.applyCredit({ id: await sendTaxed() })
  await asOwner().payments.refund({ id: paymentId, ...refundForm(), credit: true })
  await expect(asOwner().invoices.void({ id })).rejects.toThrow('Write off the amount due.')
  const credit = { id, amount: 40_00, reason: 'Gone' }
  await expect(asOwner().invoices.credit(credit)).rejects.toThrow('remaining amount')
  expect(await asOwner().invoices.writeOff({ id, reason: 'Gone' })).toMatchObject({
    status: 'paid',
    amount_due: 0,
    amount_written_off: 40_00,
  })
  const losses = db.selectFrom('ledger_entries').select(['category', 'amount'])
  expect(await losses.where('direction', '=', 'write_off').execute()).toEqual([
    { category: 'bad_debts', amount: 40_00 },
  ])
  await asOwner().invoices.undoWriteOff({ id })
  expect(await asOwner().invoices.get({ id })).toMatchObject({ amount_due: 40_00, amount_written_off: 0 })
})

test.each([{ credit: true }, { credit_lines: [{ position: 0, amount: 50_00 }] }])(
  'the refund of a partly written-off invoice leaves nothing due and the loss as it is: %o',
  async (choice) => {
    const { id } = await asOwner().invoices.save({
      ...draftFor(world.home.client.clientId),
      items: [{ description: 'Design', quantity: 1, rate: 119_00 }],
    })
    await asOwner().invoices.send({ id })
    const form = { invoice_id: id, amount: 50_00, method: 'bank', request_id: crypto.randomUUID() } as const
    const payment = await asOwner().payments.recordManual(form)
    await asOwner().invoices.writeOff({ id, reason: 'Insolvent' })
    await asOwner().payments.refund({ id: payment.id, ...refundForm(50_00), ...choice })
    expect(await asOwner().invoices.get({ id })).toMatchObject({
      amount_due: 0,
      amount_credited: 50_00,
      amount_written_off: 69_00,
    })
    const [note] = await notes()
    const lines = db.selectFrom('invoice_items').select('credited_position')
    expect(await lines.where('invoice_id', '=', note?.id ?? '').execute()).toEqual([
      { credited_position: 'credit' in choice ? null : 0 },
    ])
  },
)

test('a refund of which nothing was owed leaves no credit note to a later one', async () => {
  const invoiceId = await sendTaxed()
  const { id } = await asOwner().payments.recordManual({
    invoice_id: invoiceId,
    amount: 223_50,
    keep_surplus: true,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  await asOwner().payments.refund({ id, ...refundForm(50_00), credit: true })
  await asOwner().payments.refund({ id, ...refundForm(30_00) })
  expect(await notes()).toEqual([])
  expect(await asOwner().invoices.get({ id: invoiceId })).toMatchObject({ status: 'sent', amount_due: 30_00 })
})

test.each([{ credit: true }, { credit_lines: [{ position: 0, quantity: 1 }] }])(
  'a payment that arrives after its invoice was voided is refunded without a credit note: %o',
  async (choice) => {
    const { db: books, stripe, owner, client, invoiceId, deliver } = await setUpStripe()
    const form = card('pm_card_authenticationRequired')
    const { payment_id: id } = await client.payments.payInvoice({ invoice_id: invoiceId, ...form })
    const [intent] = stripe.intents.known.values()
    await deliver(eventOf('evt_failed', 'payment_intent.canceled', { ...intent, status: 'canceled' }))
    await owner.invoices.void({ id: invoiceId })
    stripe.answerAtBank(intent?.client_secret ?? '', true)
    await deliver(eventOf('evt_late', 'payment_intent.succeeded', { ...intent }))
    await owner.payments.refund({ id, ...refundForm(), ...choice })
    expect(await books.selectFrom('payment_refunds').select('status').execute()).toEqual([
      { status: 'succeeded' },
    ])
    expect((await owner.invoices.list({})).items.map(({ kind, status }) => [kind, status])).toEqual([
      ['invoice', 'void'],
    ])
  },
)

/** An invoice of three installments of 100.00, of which the client has paid the first. */
async function payInstallment(): Promise<{ id: string; paymentId: string }> {
  const { id } = await asOwner().invoices.save({
    ...draftFor(world.home.client.clientId),
    items: [{ description: 'Site', quantity: 3, rate: 100_00 }],
    instalments: ['2026-03-06', '2026-04-04', '2026-05-04'],
  })
  await asOwner().invoices.send({ id })
  const form = { invoice_id: id, amount: 100_00, ...card() }
  const { payment_id: paymentId } = await callerAs(db, world.home.client).payments.payInvoice(form)
  return { id, paymentId }
}

const reminders = async () => {
  const later = ctxFor(testServices(db), null, new Date('2026-04-10T10:00:00Z'))
  return [await markOverdueInvoices(later), await remindOfInvoices(later)]
}

test('a refund with a credit note leaves the other installments to be reminded of', async () => {
  const { id, paymentId } = await payInstallment()
  await asOwner().payments.refund({ id: paymentId, ...refundForm(5_00), credit: true })
  const lines = [{ position: 0, quantity: 0.05 }]
  await asOwner().payments.refund({ id: paymentId, ...refundForm(), credit_lines: lines })
  expect(await asOwner().invoices.get({ id })).toMatchObject({ amount_due: 200_00, reopened: 0 })
  expect(await reminders()).toEqual([1, 0])
})

test.each([
  ['credited', (id: string) => asOwner().invoices.credit({ id, amount: 40_00, reason: 'Less' })],
  [
    'paid again',
    (id: string) =>
      asOwner().payments.recordManual({
        invoice_id: id,
        amount: 40_00,
        method: 'bank',
        request_id: crypto.randomUUID(),
      }),
  ],
])('reminders stop after a refund until its amount is %s', async (_, settle) => {
  const { id, paymentId } = await payInstallment()
  await asOwner().payments.refund({ id: paymentId, ...refundForm(40_00) })
  expect(await asOwner().invoices.get({ id })).toMatchObject({ amount_due: 240_00, reopened: 40_00 })
  expect(await callerAs(db, world.home.client).invoices.get({ id })).toMatchObject({ reopened: 0 })
  expect(await reminders()).toEqual([0, 0])
  await settle(id)
  expect(await asOwner().invoices.get({ id })).toMatchObject({ amount_due: 200_00, reopened: 0 })
  expect((await reminders())[0]).toBe(1)
})

test('a refund without one reopens the invoice but sends no reminders', async () => {
  const { invoiceId, paymentId } = await payTaxed()
  await asOwner().payments.refund({ id: paymentId, ...refundForm() })
  expect(await asOwner().invoices.get({ id: invoiceId })).toMatchObject({
    status: 'sent',
    amount_due: 173_50,
  })
  expect(await reminders()).toEqual([0, 0])
})

test('a refund with a credit note leaves nothing due if credit had paid the rest', async () => {
  const clientId = world.home.client.clientId
  await asOwner().payments.recordManual(depositOf(clientId, 60_00))
  const { id } = await asOwner().invoices.save({
    ...draftFor(clientId),
    items: [{ description: 'Design', quantity: 1, rate: 100_00 }],
  })
  await asOwner().invoices.send({ id, apply_credit: true })
  const { payment_id } = await callerAs(db, world.home.client).payments.payInvoice({
    invoice_id: id,
    ...card(),
  })
  const lines = [{ position: 0, amount: 40_00 }]
  await asOwner().payments.refund({ id: payment_id, ...refundForm(40_00), credit_lines: lines })
  expect(await asOwner().invoices.get({ id })).toMatchObject({
    status: 'paid',
    amount_due: 0,
    amount_credited: 40_00,
    amount_applied: 60_00,
  })
  expect((await asOwner().invoices.clientCredit({ client_id: clientId })).balances).toEqual([])
})
