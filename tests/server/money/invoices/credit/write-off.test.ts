import { beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { markOverdueInvoices } from '#server/money/invoices/collection/commands/mark-overdue.ts'
import { remindOfInvoices } from '#server/money/invoices/sending/commands/remind.ts'
import { statusLabel } from '#shared/money/invoices/settled.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { card, depositOf, draftFor, refundForm } from '#tests/support/money/money.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
})

const asOwner = (now?: Date) => callerAs(db, world.home.owner, { now })

/** 100.00 at 20 %: 120.00. */
async function send(): Promise<string> {
  const { id } = await asOwner().invoices.save({
    ...draftFor(world.home.client.clientId),
    items: [{ description: 'Design', quantity: 1, rate: 100_00, tax_bps: 2000 }],
  })
  await asOwner().invoices.send({ id })
  return id
}

const losses = async () =>
  db
    .selectFrom('ledger_entries')
    .select(['category', 'amount', 'base_amount', 'occurred_on'])
    .where('direction', '=', 'write_off')
    .orderBy('category')
    .orderBy('amount', 'desc')
    .execute()

test('a written-off amount is no longer due, and the ledger shows loss and tax separately', async () => {
  const id = await send()
  await asOwner().payments.recordManual({
    invoice_id: id,
    amount: 60_00,
    method: 'bank',
    request_id: crypto.randomUUID(),
  })
  const done = await asOwner().invoices.writeOff({ id, reason: 'Insolvent', written_off_on: '2026-03-04' })
  expect(done).toMatchObject({
    status: 'paid',
    paid_at: null,
    amount_due: 0,
    amount_written_off: 60_00,
    written_off_on: '2026-03-04',
    write_off_reason: 'Insolvent',
  })
  expect(await losses()).toEqual([
    { category: 'bad_debts', amount: 50_00, base_amount: 50_00, occurred_on: '2026-03-04' },
    { category: 'tax_relief', amount: 10_00, base_amount: 10_00, occurred_on: '2026-03-04' },
  ])
  const { current, outstanding } = await asOwner().finance.summary({})
  expect([current.revenue, current.tax_collected, current.expenses, outstanding.total]).toEqual([
    50_00, 10_00, 0, 0,
  ])
  const seen = await callerAs(db, world.home.client).invoices.get({ id })
  expect(seen).toMatchObject({ payable: false, amount_due: 0, write_off_reason: null })
})

test("written-off invoices get no reminders and can't be paid", async () => {
  const id = await send()
  await asOwner().invoices.writeOff({ id, reason: 'Insolvent' })
  const later = ctxFor(testServices(db), null, new Date('2026-04-10T10:00:00Z'))
  expect([await markOverdueInvoices(later), await remindOfInvoices(later)]).toEqual([0, 0])
  await expect(asOwner().invoices.remind({ id })).rejects.toThrow('is written off: nothing is due on it.')
  const client = callerAs(db, world.home.client)
  await expect(client.payments.payInvoice({ invoice_id: id, ...card() })).rejects.toThrow(
    'not open for payment',
  )
})

test('undoing a write-off restores the amount due and the ledger', async () => {
  const id = await send()
  await asOwner().invoices.writeOff({ id, reason: 'Insolvent' })
  expect(await asOwner().invoices.undoWriteOff({ id })).toMatchObject({
    status: 'sent',
    amount_due: 120_00,
    written_off_on: null,
  })
  expect((await losses()).reduce((sum, entry) => sum + entry.amount, 0)).toBe(0)
  await expect(asOwner().invoices.undoWriteOff({ id })).rejects.toThrow(
    'No part of this invoice is written off.',
  )
})

test('a credit note on a written-off invoice first reverses the loss, and leaves no credit', async () => {
  const id = await send()
  await asOwner().invoices.writeOff({ id, reason: 'Insolvent' })
  await asOwner().invoices.credit({ id, amount: 60_00, keep_as_credit: true, reason: 'Never delivered' })
  expect(await asOwner().invoices.get({ id })).toMatchObject({ amount_written_off: 60_00, amount_due: 0 })
  const { balances } = await asOwner().invoices.clientCredit({ client_id: world.home.client.clientId })
  expect(balances).toEqual([])
})

test("a write-off can't be dated in the future, before the invoice, or made while a payment is pending", async () => {
  const id = await send()
  await expect(
    asOwner().invoices.writeOff({ id, reason: 'Gone', written_off_on: '2026-03-05' }),
  ).rejects.toThrow('The date can’t be in the future.')
  await expect(
    asOwner().invoices.writeOff({ id, reason: 'Gone', written_off_on: '2026-03-03' }),
  ).rejects.toThrow('INV-1001 was issued on Mar 04, 2026: the loss can’t be earlier.')
  const client = callerAs(db, world.home.client)
  await client.payments.payInvoice({ invoice_id: id, ...card('mock_card_3ds') })
  await expect(asOwner().invoices.writeOff({ id, reason: 'Gone' })).rejects.toThrow('in progress')
})

test('the statement and the audit log show it', async () => {
  const id = await send()
  await asOwner().invoices.writeOff({ id, reason: 'Insolvent' })
  const period = { client_id: world.home.client.clientId, from: '2026-03-01', to: '2026-03-31' }
  const statement = await asOwner().invoices.statement(period)
  expect(statement.closing_balance).toBe(0)
  expect(statement.lines).toMatchObject([
    { kind: 'invoice', amount: 120_00 },
    { kind: 'write_off', text: 'Written off: INV-1001', amount: -120_00, balance: 0 },
  ])
  const log = await db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'invoice.written-off')
    .execute()
  expect(log).toEqual([{ detail: 'INV-1001: $120.00 USD, Insolvent' }])
})

test('a payment recorded for a written-off invoice recovers the loss with its tax, and the rest is credit', async () => {
  const id = await send()
  await asOwner().invoices.writeOff({ id, reason: 'Insolvent', written_off_on: '2026-03-04' })
  const pay = (amount: number, keep_surplus = false) =>
    asOwner().payments.recordManual({
      invoice_id: id,
      amount,
      method: 'bank',
      keep_surplus,
      request_id: crypto.randomUUID(),
    })
  await expect(pay(120_01)).rejects.toThrow('exceeds the amount due')
  await pay(48_00)
  const sums = async () => {
    const found: Record<string, number> = {}
    for (const { category, amount } of await losses()) found[category] = (found[category] ?? 0) + amount
    return found
  }
  expect(await sums()).toEqual({ bad_debts: 60_00, tax_relief: 12_00 })
  expect(await asOwner().invoices.get({ id })).toMatchObject({
    status: 'paid',
    amount_paid: 48_00,
    amount_written_off: 72_00,
    amount_due: 0,
  })
  await pay(80_00, true)
  expect(await sums()).toEqual({ bad_debts: 0, tax_relief: 0 })
  const { balances } = await asOwner().invoices.clientCredit({ client_id: world.home.client.clientId })
  expect(balances).toEqual([{ amount: 8_00, currency: 'USD' }])
  await expect(pay(1)).rejects.toThrow('not open for payment')
  await expect(
    callerAs(db, world.foreign.owner).payments.recordManual({
      ...{ invoice_id: id, amount: 1, method: 'bank', request_id: crypto.randomUUID() },
    }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

/** A written-off invoice of which a transfer has recovered everything. */
async function recover() {
  const id = await send()
  await asOwner().invoices.writeOff({ id, reason: 'Insolvent' })
  const { id: payment } = await asOwner().payments.recordManual({
    ...{ invoice_id: id, amount: 120_00, method: 'bank', request_id: crypto.randomUUID() },
  })
  expect(await asOwner().invoices.get({ id })).toMatchObject({ amount_written_off: 0, amount_paid: 120_00 })
  return { id, payment }
}

test('refunding what a payment recovered writes it off again', async () => {
  const { id, payment } = await recover()
  await asOwner().payments.refund({ id: payment, ...refundForm(30_00) })
  const partly = { amount_due: 0, amount_paid: 90_00, amount_written_off: 30_00, reopened: 0 }
  expect(await asOwner().invoices.get({ id })).toMatchObject(partly)
  await asOwner().payments.refund({ id: payment, ...refundForm(90_00) })
  expect(await asOwner().invoices.get({ id })).toMatchObject({
    ...{ status: 'paid', amount_due: 0, amount_paid: 0, amount_written_off: 120_00 },
    write_off_reason: 'Insolvent',
  })
  const sums = { bad_debts: 0, tax_relief: 0 }
  for (const { category, amount } of await losses()) sums[category as keyof typeof sums] += amount
  expect(sums).toEqual({ bad_debts: 100_00, tax_relief: 20_00 })
})

test('a refund with a credit note, or after the write-off was undone, writes nothing off', async () => {
  const credited = await recover()
  await asOwner().payments.refund({ id: credited.payment, ...refundForm(120_00), credit: true })
  expect(await asOwner().invoices.get({ id: credited.id })).toMatchObject({
    ...{ amount_due: 0, amount_credited: 120_00, amount_written_off: 0 },
  })
  const id = await send()
  await asOwner().invoices.writeOff({ id, reason: 'Insolvent' })
  const payment = await asOwner().payments.recordManual({
    ...{ invoice_id: id, amount: 50_00, method: 'bank', request_id: crypto.randomUUID() },
  })
  await asOwner().invoices.undoWriteOff({ id })
  await asOwner().payments.refund({ id: payment.id, ...refundForm(50_00) })
  expect(await asOwner().invoices.get({ id })).toMatchObject({ amount_due: 120_00, amount_written_off: 0 })
})

/** 50.00 of it are due again, and 70.00 are written off. */
async function loseInPart(): Promise<string> {
  const id = await send()
  await asOwner().payments.recordManual(depositOf(world.home.client.clientId, 50_00))
  await asOwner().invoices.applyCredit({ id })
  await asOwner().invoices.writeOff({ id, reason: 'Insolvent' })
  await asOwner().invoices.removeCredit({ id })
  return id
}

test('what is due again on an invoice written off in part can be paid, and the client reminded of it', async () => {
  const id = await loseInPart()
  expect(await asOwner().invoices.get({ id })).toMatchObject({ amount_due: 50_00, amount_written_off: 70_00 })
  expect(statusLabel(await asOwner().invoices.get({ id }))).toBe('Sent')
  const booked = await losses()
  await asOwner().invoices.remind({ id })
  const form = { invoice_id: id, ...card() }
  await expect(callerAs(db, world.foreign.client).payments.payInvoice(form)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const client = callerAs(db, world.home.client)
  await client.payments.payInvoice(form)
  expect(await asOwner().invoices.get({ id })).toMatchObject({
    ...{ status: 'paid', amount_due: 0, amount_paid: 50_00, amount_written_off: 70_00 },
  })
  expect(statusLabel(await asOwner().invoices.get({ id }))).toBe('Written off')
  expect(await losses()).toEqual(booked)
  await expect(client.payments.payInvoice({ ...form, ...card() })).rejects.toThrow('not open for payment')
})

test('voiding an invoice of which part was written off reverses the loss and its tax on the same day', async () => {
  const id = await loseInPart()
  const later = asOwner(new Date('2026-04-10T10:00:00Z'))
  expect(await later.invoices.void({ id })).toMatchObject({ status: 'void', amount_written_off: 0 })
  const sums = Map.groupBy(await losses(), ({ category, occurred_on }) => `${category} ${occurred_on}`)
  expect([...sums.keys()]).toEqual(['bad_debts 2026-03-04', 'tax_relief 2026-03-04'])
  for (const own of sums.values()) expect(own.reduce((sum, entry) => sum + entry.amount, 0)).toBe(0)
  const { current } = await asOwner().finance.summary({})
  expect([current.revenue, current.tax_collected]).toEqual([0, 0])
})
