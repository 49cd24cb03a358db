import { expect, test } from 'vitest'
import { writeRecurringInvoices } from '#server/money/invoices/recurring/commands/write-recurring.ts'
import { remindOfInvoices } from '#server/money/invoices/sending/commands/remind.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { atNoon, DUE, giveWith, setUpAutopay, setUpCharged } from '#tests/support/money/autopay.ts'
import { answerBank } from '#tests/support/money/bank/bank.ts'
import { card, depositOf, draftFor, sendInvoiceTo } from '#tests/support/money/money.ts'

test('an invoice with a mandate is charged once on its due date, and every payment has a receipt', async () => {
  const { run, charges, attempts, owner, invoiceId, db } = await setUpCharged()
  await run(atNoon('2026-04-02'))
  expect(await charges()).toEqual([])
  await run(DUE)
  await run(DUE)
  await run(atNoon('2026-04-04'))
  expect(await charges()).toMatchObject([{ amount: 360_000, status: 'succeeded', payer_name: 'Home Client' }])
  expect(await attempts()).toMatchObject([{ number: 1, outcome: 'succeeded', charged_on: '2026-04-03' }])
  expect(await owner.invoices.get({ id: invoiceId })).toMatchObject({ status: 'paid', amount_due: 0 })
  const income = await db
    .selectFrom('ledger_entries')
    .select('amount')
    .where('direction', '=', 'income')
    .execute()
  expect(income).toEqual([{ amount: 360_000 }])
})

test('the person who gave the mandate is notified of the charge', async () => {
  const { run, owner, client } = await setUpCharged()
  await run(DUE)
  for (const side of [owner, client]) {
    const titles = (await side.notifications.list({})).items.map(({ title }) => title)
    expect(titles.filter((title) => title.endsWith('was paid'))).toHaveLength(1)
  }
})

test('the invoice shows the date and card of the charge, and an email announces it three days in advance', async () => {
  const { run, mails, owner, client, invoiceId } = await setUpCharged()
  const [sent] = await mails(/^Invoice INV-\S+ from/)
  expect(sent?.text).toContain('It will be charged to your Visa ending in 4242 on')
  for (const side of [owner, client]) {
    expect(await side.autopay.ofInvoice({ invoice_id: invoiceId })).toMatchObject({
      next: { on: '2026-04-03', card: { last4: '4242' }, retry: false },
      blocked: null,
      attempts: [],
    })
  }
  await run(atNoon('2026-03-30'))
  expect(await mails(/will be charged/)).toEqual([])
  await run(atNoon('2026-03-31'))
  await run(atNoon('2026-03-31'))
  await run(atNoon('2026-04-01'))
  const told = await mails(/will be charged/)
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toContain('Visa ending in 4242')
  expect(told[0]?.text).toContain('$3,600.00 USD')
})

test('the agency sets the number of days in advance, and no reminder is sent in between', async () => {
  const { run, mails, owner, db } = await setUpCharged()
  await owner.autopay.saveRules({ version: 0, notice_days: 10, retry_days: [1] })
  await run(atNoon('2026-03-24'))
  expect(await mails(/will be charged/)).toHaveLength(1)
  for (const day of ['2026-03-31', '2026-04-03']) await remindOfInvoices(ctxFor(db, null, atNoon(day)))
  expect(await mails(/is due/)).toEqual([])
})

test('part payments, credits and credit notes reduce the charge', async () => {
  const { run, charges, owner, invoiceId, world } = await setUpCharged()
  await owner.payments.recordManual({
    invoice_id: invoiceId,
    amount: 100_000,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  await owner.invoices.adjustCredit({
    client_id: world.home.client.clientId,
    currency: 'USD',
    amount: 50_000,
    reason: 'Sorry',
  })
  await owner.invoices.applyCredit({ id: invoiceId })
  await owner.invoices.credit({ id: invoiceId, amount: 10_000, reason: 'Discount' })
  await run(DUE)
  expect((await charges()).filter(({ payer_name }) => payer_name === 'Home Client')).toMatchObject([
    { amount: 100_000 },
    { amount: 200_000, status: 'succeeded' },
  ])
  expect((await owner.invoices.get({ id: invoiceId })).amount_due).toBe(0)
})

test("an amount above the limit isn't charged: both sides are notified once, and reminders continue", async () => {
  const { run, charges, mails, attempts, owner, client, invoiceId, db } = await setUpCharged({
    limit: { amount: 350_000, currency: 'USD' },
  })
  const [sent] = await mails(/^Invoice INV-\S+ from/)
  expect(sent?.text).toContain('Autopay will not charge it.')
  await run(DUE)
  await run(atNoon('2026-04-04'))
  expect(await charges()).toEqual([])
  expect(await attempts()).toMatchObject([{ outcome: 'skipped', reason: 'above_limit', next_on: null }])
  expect(await mails(/was not charged automatically/)).toHaveLength(1)
  const titles = (await owner.notifications.list({})).items.map(({ title }) => title)
  expect(titles.filter((title) => title.includes('above the limit'))).toHaveLength(1)
  expect((await client.autopay.ofInvoice({ invoice_id: invoiceId })).next).toBeNull()
  await remindOfInvoices(ctxFor(db, null, atNoon('2026-04-10')))
  expect(await mails(/is a week overdue/)).toHaveLength(1)
})

test('a limit in one currency allows no charge in another', async () => {
  const { run, charges, attempts, owner, world, client } = await setUpAutopay()
  await giveWith(client, { limit: { amount: 9_000_000, currency: 'EUR' } })
  await sendInvoiceTo(owner, world.home.client.clientId)
  await run(DUE)
  expect(await charges()).toEqual([])
  expect(await attempts()).toMatchObject([{ outcome: 'skipped', reason: 'other_currency' }])
})

test('an announced transfer or pending card payment delays the charge', async () => {
  const { run, charges, owner, client, invoiceId, db } = await setUpCharged()
  const announced = await owner.payments.recordManual({
    invoice_id: invoiceId,
    amount: 360_000,
    method: 'bank',
    received: false,
    request_id: crypto.randomUUID(),
  })
  await run(DUE)
  expect(await charges()).toHaveLength(1)
  await owner.payments.settleManual({ id: announced.id, received: false })
  const asked = await client.payments.payInvoice({ invoice_id: invoiceId, ...card('mock_card_3ds') })
  expect(asked.status).toBe('requires_action')
  await run(DUE)
  expect(await charges()).toHaveLength(2)
  await answerBank(db, asked, false)
  await client.payments.confirm({ id: asked.payment_id })
  await run(DUE)
  expect(await charges()).toMatchObject([{ status: 'failed' }, { status: 'failed' }, { status: 'succeeded' }])
})

test('draft, void, written-off, refunded and disputed invoices are never charged', async () => {
  const { run, charges, owner, client, world, db } = await setUpAutopay()
  await giveWith(client)
  const { clientId } = world.home.client
  await owner.invoices.save(draftFor(clientId))
  await owner.invoices.void({ id: await sendInvoiceTo(owner, clientId) })
  await owner.invoices.writeOff({ id: await sendInvoiceTo(owner, clientId), reason: 'Gone' })
  const refunded = await sendInvoiceTo(owner, clientId)
  const paid = await client.payments.payInvoice({ invoice_id: refunded, ...card() })
  await owner.payments.refund({ id: paid.payment_id, reason: 'Mistake', request_id: crypto.randomUUID() })
  const disputed = await sendInvoiceTo(owner, clientId)
  const part = await owner.payments.recordManual({
    invoice_id: disputed,
    amount: 100,
    method: 'other',
    request_id: crypto.randomUUID(),
  })
  const at = '2026-03-05T00:00:00.000Z'
  await db
    .insertInto('payment_disputes')
    .values({
      id: 'd',
      payment_id: part.id,
      provider_dispute_id: 'dp',
      amount: 100,
      reason: 'fraudulent',
      status: 'lost',
      booked: 100,
      respond_by: null,
      opened_at: at,
      closed_at: at,
      updated_at: at,
    })
    .execute()
  const before = await charges()
  await run(DUE)
  expect(await charges()).toEqual(before)
})

test('what is due again on an invoice written off in part is charged', async () => {
  const { run, charges, owner, client, world } = await setUpAutopay()
  await giveWith(client)
  const { clientId } = world.home.client
  const id = await sendInvoiceTo(owner, clientId)
  await owner.payments.recordManual(depositOf(clientId, 100_00))
  await owner.invoices.applyCredit({ id })
  await owner.invoices.writeOff({ id, reason: 'Insolvent' })
  await owner.invoices.removeCredit({ id })
  await run(DUE)
  // The deposit and the charge.
  expect((await charges()).map(({ amount }) => amount)).toEqual([100_00, 100_00])
  expect(await owner.invoices.get({ id })).toMatchObject({ amount_due: 0, amount_written_off: 3500_00 })
})

test("invoices due before the mandate or long ago aren't charged", async () => {
  const { run, resume, charges, owner, client, world, db } = await setUpAutopay()
  await sendInvoiceTo(owner, world.home.client.clientId)
  const later = callerAs(db, world.home.client, { now: atNoon('2026-04-04') })
  await giveWith(later)
  await run(atNoon('2026-04-04'))
  expect(await charges()).toEqual([])
  await giveWith(client)
  await db.updateTable('autopay_mandates').set({ effective_on: '2026-03-01' }).execute()
  for (const day of ['2026-04-11', '2026-04-14']) await resume(atNoon(day))
  expect(await charges()).toEqual([])
  await run(atNoon('2026-04-10'))
  expect(await charges()).toHaveLength(1)
})

test('a mandate for one recurring invoice covers its invoices and takes precedence over a general one', async () => {
  const { run, charges, owner, client, world, db } = await setUpAutopay()
  const { due_date: _due, ...content } = draftFor(world.home.client.clientId)
  const plan = await owner.invoices.saveRecurring({
    ...content,
    title: 'Retainer',
    frequency: 'monthly',
    starts_on: '2026-03-04',
    due_days: 0,
  })
  const input = { client_id: world.home.client.clientId }
  expect((await owner.autopay.ofClient(input)).plans).toMatchObject([{ id: plan.id, title: 'Retainer' }])
  expect((await client.autopay.ofClient(input)).plans).toEqual([])
  await writeRecurringInvoices(ctxFor(db, null, atNoon('2026-03-04')))
  expect((await client.autopay.ofClient(input)).plans).toMatchObject([{ id: plan.id, title: 'Retainer' }])
  await giveWith(client, { recurring_id: plan.id })
  await sendInvoiceTo(owner, world.home.client.clientId)
  await run(atNoon('2026-03-04'))
  expect(await charges()).toHaveLength(1)
  await run(DUE)
  expect(await charges()).toHaveLength(1)

  await giveWith(client, { limit: { amount: 100, currency: 'USD' } })
  await writeRecurringInvoices(ctxFor(db, null, atNoon('2026-04-04')))
  await run(atNoon('2026-04-04'))
  expect(await charges()).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }])
})

test("dates use the agency's time zone", async () => {
  const { run, charges } = await setUpCharged()
  await run(new Date('2026-04-02T21:59:00Z'))
  expect(await charges()).toEqual([])
  await run(new Date('2026-04-02T22:00:00Z'))
  expect(await charges()).toHaveLength(1)
})
