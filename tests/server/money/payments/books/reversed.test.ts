import { expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import { paymentRows } from '#server/money/ledger/exports/queries/payments-file.ts'
import { receiptFacts, receiptSums } from '#shared/money/payments/receipt-paper.ts'
import { callerAs, ctxFor } from '#tests/support/caller.ts'
import { toCamt } from '#tests/support/money/bank/bank-files.ts'
import { ledgerSums, lineOf, setUpBank, statementOf } from '#tests/support/money/bank/bank-import.ts'
import { card, depositOf, refundForm } from '#tests/support/money/money.ts'

async function setUp() {
  const bank = await setUpBank()
  const { db, owner, invoices } = bank
  const [wrong] = invoices
  const record = (amount: number, paid_on = '2026-03-02') =>
    owner.payments.recordManual({
      ...{ invoice_id: wrong.id, amount, method: 'bank', paid_on, confirm_day: true },
      request_id: crypto.randomUUID(),
    })
  const entries = () =>
    db.selectFrom('ledger_entries').select(['amount', 'occurred_on', 'description']).orderBy('id').execute()
  const byDay = async () =>
    (await entries())
      .map(({ amount, occurred_on }) => [occurred_on, amount])
      .toSorted((a, b) => String(a[0]).localeCompare(String(b[0])) || Number(b[1]) - Number(a[1]))
  return { ...bank, wrong, record, entries, byDay }
}

test('a payment recorded on the wrong invoice is reversed on its own day, as if it had never been made', async () => {
  const { db, owner, invoice, wrong, record, entries, byDay } = await setUp()
  const { id, reversible } = await record(360_000)
  expect(reversible).toBe(true)
  expect(await invoice(wrong.id)).toMatchObject({ status: 'paid' })
  expect(await owner.payments.reverse({ id })).toMatchObject({
    ...{ status: 'reversed', refunded: 360_000, reversed: 360_000, reversible: false, refundable: false },
  })
  expect(await owner.invoices.get({ id: wrong.id })).toMatchObject({
    ...{ status: 'sent', amount_due: 360_000, reopened: 0, amount_credited: 0, paid_at: null },
  })
  expect(await byDay()).toEqual([
    ['2026-03-02', 360_000],
    ['2026-03-02', -360_000],
  ])
  expect((await entries()).map(({ description }) => description).toSorted()).toEqual([
    `${wrong.number} Milestone 2`,
    `Reversed: ${wrong.number} Milestone 2`,
  ])
  const [newest] = await db
    .selectFrom('activity')
    .select('summary')
    .where('action', '=', 'payment.refunded')
    .execute()
  expect(newest?.summary).toBe('The payment of $3,600.00 USD by Home Client was reversed')
  await expect(owner.payments.reverse({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('what was refunded of a payment stays refunded when the rest is reversed', async () => {
  const { owner, record, byDay } = await setUp()
  const { id } = await record(360_000)
  await owner.payments.refund({ id, ...refundForm(60_000) })
  expect(await owner.payments.reverse({ id })).toMatchObject({
    ...{ status: 'reversed', refunded: 360_000, reversed: 300_000 },
  })
  expect(await byDay()).toEqual([
    ['2026-03-02', 360_000],
    ['2026-03-02', -300_000],
    ['2026-03-04', -60_000],
  ])
})

test('a statement and the payments file tell a reversal from a refund, also one of an earlier version', async () => {
  const { db, world, owner, clientId, wrong, record } = await setUp()
  const { id } = await record(360_000)
  await owner.payments.refund({ id, ...refundForm(60_000) })
  const later = callerAs(db, world.home.owner, { now: new Date('2026-03-05T10:00:00.000Z') })
  await later.payments.reverse({ id })
  const { lines } = await owner.invoices.statement({
    ...{ client_id: clientId, from: '2026-03-01', to: '2026-03-31' },
  })
  const ofPayment = lines.filter(({ kind, text }) => kind !== 'invoice' && text.includes(wrong.number))
  expect(ofPayment.map(({ kind, amount }) => [kind, amount]).toSorted()).toEqual([
    ['payment', -360_000],
    ['refund', 60_000],
    ['reversal', 300_000],
  ])
  const reversal = await db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('payment_id', '=', id)
    .where('amount', '=', -300_000)
    .executeTakeFirstOrThrow()
  const earlier = {
    ...reversal,
    id: crypto.randomUUID(),
    description: 'Refund: as an earlier version wrote it',
  }
  await db.insertInto('ledger_entries').values(earlier).execute()
  const ctx = ctxFor(db, world.home.owner as SeedMember)
  const kinds: unknown[] = []
  for await (const rows of paymentRows(ctx, { from: '2026-03-01', to: '2026-03-31' })) {
    kinds.push(...rows.map(({ kind, amount }) => [kind, amount]))
  }
  expect(kinds.toSorted()).toEqual([
    ['payment', 3600],
    ['refund', -600],
    ['reversal', -3000],
    ['reversal', -3000],
  ])
})

test('both sides see that a payment was reversed', async () => {
  const { db, world, owner, wrong, record } = await setUp()
  const { id } = await record(360_000)
  await owner.payments.refund({ id, ...refundForm(60_000) })
  await owner.payments.reverse({ id })
  for (const caller of [owner, callerAs(db, world.home.client)]) {
    expect((await caller.payments.list({ status: 'reversed' })).items.map((item) => item.id)).toEqual([id])
    expect((await caller.payments.list({ status: 'refunded' })).items).toEqual([])
    expect((await caller.invoices.get({ id: wrong.id })).receipts).toEqual([])
    const receipt = await caller.payments.receipt({ id })
    expect(receiptFacts(receipt)).toContainEqual(['Status', 'Reversed (recorded by mistake)'])
    expect(new Set(receiptSums(receipt).map(([label]) => label))).toEqual(
      new Set(['Refund of Mar 04, 2026', 'Reversed on Mar 02, 2026', 'Paid after refunds']),
    )
  }
})

test("a reversed payment isn't the client's last one", async () => {
  const { db, owner, clientId, record } = await setUp()
  const lastPaid = async () => {
    const { last_payment_on } = await owner.clients.get({ id: clientId })
    const tally = await db
      .selectFrom('client_tallies')
      .select('last_payment_on')
      .where('client_id', '=', clientId)
      .executeTakeFirstOrThrow()
    expect(tally.last_payment_on).toBe(last_payment_on ?? '')
    return last_payment_on
  }
  const [earlier, later] = [await record(100_00, '2026-02-10'), await record(200_00)]
  expect(await lastPaid()).toBe('2026-03-02')
  await owner.payments.reverse({ id: later.id })
  expect(await lastPaid()).toBe('2026-02-10')
  await owner.payments.reverse({ id: earlier.id })
  expect(await lastPaid()).toBe(null)
  const deposit = await owner.payments.recordManual(depositOf(clientId, 50_000))
  expect(await lastPaid()).toBe('2026-03-04')
  await owner.payments.reverse({ id: deposit.id })
  expect(await lastPaid()).toBe(null)
  const { movements } = await owner.invoices.clientCredit({ client_id: clientId })
  expect(movements.map(({ kind }) => kind).toSorted()).toEqual(['deposit', 'reversed'])
})

test('a reversal leaves an invoice uncollected that a refund had made due', async () => {
  const { owner, wrong, record } = await setUp()
  const { id } = await record(360_000)
  await owner.payments.refund({ id, ...refundForm() })
  const reopenedAfter = async (amount: number) => {
    const recorded = await record(amount)
    const { reopened: between } = await owner.invoices.get({ id: wrong.id })
    await owner.payments.reverse({ id: recorded.id })
    return [between, (await owner.invoices.get({ id: wrong.id })).reopened]
  }
  expect(await reopenedAfter(100_000)).toEqual([260_000, 360_000])
  expect(await reopenedAfter(360_000)).toEqual([0, 360_000])
  const part = await record(100_000)
  await owner.invoices.collectAgain({ id: wrong.id })
  await owner.payments.reverse({ id: part.id })
  expect(await reopenedAfter(360_000)).toEqual([0, 0])
})

test('a deposit is reversed while its credit is left', async () => {
  const { db, owner, clientId, invoices } = await setUp()
  const { id } = await owner.payments.recordManual(depositOf(clientId, 50_000))
  await owner.invoices.applyCredit({ id: invoices[0].id })
  await expect(owner.payments.reverse({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
  await owner.invoices.removeCredit({ id: invoices[0].id })
  await owner.payments.reverse({ id })
  expect((await owner.invoices.clientCredit({ client_id: clientId })).balances).toEqual([])
  expect(await ledgerSums(db)).toEqual({})
})

test('a payment of a locked period is reversed there once confirmed, one of a closed period today', async () => {
  const { owner, record, byDay } = await setUp()
  const [locked, closed] = [await record(100_00, '2026-02-10'), await record(200_00, '2026-02-11')]
  await owner.finance.setLocks({ soft_until: '2026-02-28', hard_until: null, version: 0 })
  await expect(owner.payments.reverse({ id: locked.id })).rejects.toThrow('Feb 28, 2026')
  await owner.payments.reverse({ id: locked.id, confirm_period: true })
  await owner.finance.setLocks({ soft_until: null, hard_until: '2026-02-28', version: 1 })
  await owner.payments.reverse({ id: closed.id })
  expect(await byDay()).toEqual([
    ['2026-02-10', 100_00],
    ['2026-02-10', -100_00],
    ['2026-02-11', 200_00],
    ['2026-03-04', -200_00],
  ])
})

test('only a payment recorded by hand is reversed, a matched one only by undoing the match', async () => {
  const { db, world, owner, invoices, importing, record } = await setUp()
  const client = callerAs(db, world.home.client)
  const paid = await client.payments.payInvoice({ invoice_id: invoices[1].id, ...card() })
  await expect(owner.payments.reverse({ id: paid.payment_id })).rejects.toThrow('Refund this one instead.')
  const announced = await owner.payments.recordManual({
    ...depositOf(world.home.client.clientId, 100),
    received: false,
  })
  await expect(owner.payments.reverse({ id: announced.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  const { items } = await owner.payments.list({})
  expect(items.map(({ reversible }) => reversible)).toEqual([false, false])

  const { id } = await record(100_00)
  for (const stranger of [client, callerAs(db, world.home.employee)]) {
    await expect(stranger.payments.reverse({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  const other = callerAs(db, world.foreign.owner)
  await expect(other.payments.reverse({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await importing(toCamt([statementOf([lineOf(100_00, 'Part')])]))
  const [line] = (await owner.bank.lines({})).items
  const match = { id: line?.id ?? '', version: line?.version ?? 0 }
  await owner.bank.accept({ ...match, parts: [{ kind: 'payment', payment_id: id }] })
  await expect(owner.payments.reverse({ id })).rejects.toThrow('Undo that match first.')
  await owner.bank.undo({ id: match.id })
  expect(await owner.payments.reverse({ id })).toMatchObject({ status: 'reversed' })
})
