import { expect, test } from 'vitest'
import { bookMovements } from '#server/money/payments/book/commands/book-movements.ts'
import type { BankPart } from '#shared/money/bank/bank.ts'
import { ctxFor } from '#tests/support/caller.ts'
import { toCamt } from '#tests/support/money/bank/bank-files.ts'
import { importFile, lineOf, statementOf } from '#tests/support/money/bank/bank-import.ts'
import {
  CLOSED_UNTIL,
  closedFigures,
  EXPENSE,
  entriesSince,
  type February,
  IN_FEBRUARY,
  IN_MARCH,
  liveFebruary,
  TODAY,
} from '#tests/support/money/closed-period.ts'
import { depositOf, refundForm } from '#tests/support/money/money.ts'

type Act = (month: February) => Promise<unknown>

const CLOSED = /^The books are closed up to Feb 28, 2026\. .+\.$/
const manual = (extra: object) => ({
  amount: 10_00,
  method: 'bank' as const,
  request_id: crypto.randomUUID(),
  ...extra,
})
const edited = (month: February, change: object) =>
  month.owner.finance.saveExpense({
    ...EXPENSE,
    id: month.rows.expense.id,
    receipt_id: month.rows.expense.receipt?.id,
    ...change,
  })
const inPeriod = '2026-02-15'

/** How a line of the period is booked if its statement is imported too late. */
async function acceptLine({ db, world, owner }: February, amount: number, part: BankPart) {
  const days = { from: '2026-02-01', to: CLOSED_UNTIL }
  const statement = statementOf([lineOf(amount, 'Late', { day: inPeriod })], days)
  await importFile(db, world.home.owner, toCamt([statement]))
  const [line] = (await owner.bank.lines({})).items
  return owner.bank.accept({ id: line?.id ?? '', version: line?.version ?? 0, parts: [part] })
}

const payoutOf = ({ owner, world }: February) =>
  owner.payouts.create({ employee_id: world.home.employee.employeeId, description: 'Help', amount: 50_00 })

/** Refused with a message that says until when the books are closed and what to do instead. */
const REFUSED: Record<string, Act> = {
  'a backdated payment': ({ owner, rows }) =>
    owner.payments.recordManual(manual({ invoice_id: rows.invoice, paid_on: inPeriod })),
  'a backdated payment, confirmed as if the period were only locked': ({ owner, rows }) =>
    owner.payments.recordManual(
      manual({ invoice_id: rows.invoice, paid_on: inPeriod, confirm_period: true }),
    ),
  'a backdated deposit': ({ owner, clientId }) =>
    owner.payments.recordManual({ ...depositOf(clientId, 10_00), paid_on: inPeriod }),
  'a backdated expense': ({ owner }) => owner.finance.saveExpense({ ...EXPENSE, spent_on: inPeriod }),
  'an expense dated on the last closed day': ({ owner }) =>
    owner.finance.saveExpense({ ...EXPENSE, spent_on: CLOSED_UNTIL }),
  'an expense moved into the period': async ({ owner }) => {
    const { id } = await owner.finance.saveExpense({ ...EXPENSE, spent_on: TODAY })
    return owner.finance.saveExpense({ ...EXPENSE, id, spent_on: inPeriod })
  },
  'an expense moved within the period': (month) => edited(month, { spent_on: '2026-02-01' }),
  'a receipt removed from its expense': (month) => edited(month, { receipt_id: null }),
  'a backdated write-off': ({ owner, rows }) =>
    owner.invoices.writeOff({ id: rows.invoice, reason: 'Gone', written_off_on: inPeriod }),
  'a backdated write-off, confirmed as if the period were only locked': ({ owner, rows }) =>
    owner.invoices.writeOff({
      ...{ id: rows.invoice, reason: 'Gone', written_off_on: inPeriod, confirm_period: true },
    }),
  'a cash payment from years ago': ({ owner, rows }) =>
    owner.payments.recordManual({
      ...manual({ invoice_id: rows.invoice, paid_on: '2020-01-01', confirm_day: true }),
      method: 'cash',
    }),
  'a backdated overpayment that grants credit': ({ owner, rows }) =>
    owner.payments.recordManual({
      ...manual({ invoice_id: rows.invoice, paid_on: inPeriod, keep_surplus: true }),
      amount: 200_00,
    }),
  'a deposit dated on the last closed day': ({ owner, clientId }) =>
    owner.payments.recordManual({ ...depositOf(clientId, 10_00), paid_on: CLOSED_UNTIL }),
  'an announced transfer confirmed with an earlier date': ({ owner, rows }) =>
    owner.payments.settleManual({ id: rows.announced, received: true, paid_on: inPeriod }),
  'a backdated expense in another currency at a manual rate': ({ owner }) =>
    owner.finance.saveExpense({ ...EXPENSE, spent_on: inPeriod, currency: 'EUR', base_amount: 1_00 }),
  'an expense moved to the last closed day with a confirmation': async ({ owner }) => {
    const { id } = await owner.finance.saveExpense({ ...EXPENSE, spent_on: TODAY })
    return owner.finance.saveExpense({ ...EXPENSE, id, spent_on: CLOSED_UNTIL, confirm_period: true })
  },
  'a receipt replaced by another': (month) => edited(month, { receipt_id: crypto.randomUUID() }),
  'a payout marked as paid on an earlier day': async (month) => {
    const { id } = await payoutOf(month)
    return month.owner.payouts.payBatch({ ids: [id], paid_on: inPeriod, confirm_period: true })
  },
  'a line of a bank statement booked as the payment of an invoice': (month) =>
    acceptLine(month, 10_00, { kind: 'invoice', invoice_id: month.rows.invoice, amount: 10_00 }),
  'a line of a bank statement booked as a deposit': (month) =>
    acceptLine(month, 10_00, { kind: 'deposit', client_id: month.clientId, amount: 10_00 }),
  'a line of a bank statement booked as an expense': (month) =>
    acceptLine(month, -10_00, {
      ...{ kind: 'expense', amount: 10_00, category: 'office', description: 'Chair', vendor: null },
    }),
  'a line of a bank statement booked as a payout': async (month) => {
    const { id } = await payoutOf(month)
    return acceptLine(month, -50_00, { kind: 'payout', payout_id: id })
  },
}

/** Booked with today's date. */
const BOOKED_TODAY: Record<string, Act> = {
  'an amount of an expense corrected': (month) => edited(month, { amount: 238_00, tax_amount: 38_00 }),
  'an expense moved to another category': (month) => edited(month, { category: 'travel' }),
  'the tax of an expense removed': (month) => edited(month, { tax_amount: null, tax_bps: null }),
  'an expense moved out of the period': (month) => edited(month, { spent_on: TODAY }),
  'an expense deleted': ({ owner, rows }) => owner.finance.deleteExpense({ id: rows.expense.id }),
  'an invoice credited': ({ owner, rows }) =>
    owner.invoices.credit({ id: rows.paid, reason: 'Late', amount: 119_00, keep_as_credit: true }),
  'a write-off undone': ({ owner, rows }) => owner.invoices.undoWriteOff({ id: rows.writtenOff }),
  'a payment refunded': ({ owner, rows }) =>
    owner.payments.refund({ id: rows.payment, ...refundForm(50_00) }),
  'applied credit removed': ({ owner, rows }) => owner.invoices.removeCredit({ id: rows.credited }),
  'an invoice with applied credit voided': ({ owner, rows }) => owner.invoices.void({ id: rows.credited }),
  'an announced transfer confirmed': ({ owner, rows }) =>
    owner.payments.settleManual({ id: rows.announced, received: true }),
  'a client’s credit reduced': ({ owner, clientId }) =>
    owner.invoices.adjustCredit({ client_id: clientId, currency: 'USD', amount: -1_00, reason: 'Mistake' }),
  'a fee of the period, reported late': ({ db, agencyId }) =>
    bookMovements(ctxFor(db, null, IN_MARCH), { account: 'own', agencyId }, [
      {
        id: 'txn_1',
        kind: 'fee',
        amount: -3_00,
        fee: 0,
        platformFee: 0,
        net: -3_00,
        currency: 'USD',
        charged: null,
        description: 'Monthly fee',
        occurredAt: new Date('2026-02-20T10:00:00.000Z'),
        of: { intentId: null, paymentId: null },
      },
    ]),
}

async function closed() {
  const month = await liveFebruary()
  await month.owner.finance.setLocks({ soft_until: null, hard_until: CLOSED_UNTIL, version: 0 })
  const figures = () => closedFigures(month.db, month.owner, month.agencyId)
  const known = new Set(
    (await month.db.selectFrom('ledger_entries').select('id').execute()).map(({ id }) => id),
  )
  return { month, figures, known, before: await figures() }
}

test.for(Object.entries(REFUSED))('%s is refused with an explanation', async ([, act]) => {
  const { month, figures, before } = await closed()
  await expect(act(month)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(CLOSED),
  })
  expect(await figures()).toBe(before)
})

test.for(Object.entries(BOOKED_TODAY))('%s is booked today', async ([, act]) => {
  const { month, figures, known, before } = await closed()
  await act(month)
  const added = await entriesSince(month.db, known)
  expect(added.length).toBeGreaterThan(0)
  expect(new Set(added.map(({ occurred_on }) => occurred_on))).toEqual(new Set([TODAY]))
  expect(await figures()).toBe(before)
})

test('an invoice voided in a closed period gets a credit note dated today, and keeps its own date', async () => {
  const { month, figures, before } = await closed()
  const { owner, rows } = month
  const invoice = await owner.invoices.void({ id: rows.invoice })
  expect(invoice).toMatchObject({ status: 'paid', amount_due: 0, amount_credited: 119_00 })
  expect(await figures()).toBe(before)
  expect((await owner.finance.taxReport({ from: TODAY, basis: 'issued' })).output_total).toEqual({
    net: -100_00,
    tax: -19_00,
    gross: -119_00,
  })
})

test('a fee reported late has its own day as value date', async () => {
  const { month, known } = await closed()
  await BOOKED_TODAY['a fee of the period, reported late']?.(month)
  expect(await entriesSince(month.db, known)).toMatchObject([
    { occurred_on: TODAY, value_on: '2026-02-20', amount: 3_00, recorded_name: 'The portal' },
  ])
})

test('an expense of a closed period is reversed once, and its receipt stays', async () => {
  const { month, figures, before } = await closed()
  const { owner, rows } = month
  const { id } = rows.expense
  expect(await owner.finance.deleteExpense({ id })).toEqual({ id, reversed_on: TODAY })
  expect(await owner.finance.expense({ id })).toMatchObject({
    reversed_on: TODAY,
    receipt: { name: 'receipt.pdf' },
  })
  const again = { code: 'CONFLICT', message: expect.stringContaining('was reversed on') }
  await expect(owner.finance.deleteExpense({ id })).rejects.toMatchObject(again)
  await expect(edited(month, { amount: 1_00, tax_amount: null })).rejects.toMatchObject(again)
  const march = await owner.finance.summary({ from: TODAY })
  expect(march.current).toMatchObject({ expenses: -100_00, input_tax: -19_00 })
  expect(await figures()).toBe(before)
})

test("if today is still in the period in the agency's time zone, booking uses the first open day", async () => {
  const { month } = await closed()
  const { db, agencyId, at, rows } = month
  const lastNight = new Date('2026-03-01T05:00:00.000Z')
  await db.updateTable('agencies').set({ timezone: 'Pacific/Honolulu' }).where('id', '=', agencyId).execute()
  const owner = at(lastNight)
  const figures = () => closedFigures(db, owner, agencyId)
  const before = await figures()
  await owner.payments.recordManual(manual({ invoice_id: rows.invoice }))
  await owner.invoices.void({ id: rows.credited })
  expect(await figures()).toBe(before)
  const { rows: dated } = {
    rows: await db
      .selectFrom('ledger_entries')
      .select('occurred_on')
      .where('recorded_at', '=', lastNight.toISOString())
      .execute(),
  }
  expect(new Set(dated.map((entry) => entry.occurred_on))).toEqual(new Set(['2026-03-01']))
})

test('twenty backdated entries, made while the period is being closed, are in its figures or refused', async () => {
  const month = await liveFebruary()
  const { owner, db, agencyId, clientId } = month
  const attempts = Array.from({ length: 20 }, () =>
    owner.payments.recordManual({ ...depositOf(clientId, 1_00), paid_on: inPeriod }),
  )
  const close = owner.finance
    .setLocks({ soft_until: null, hard_until: CLOSED_UNTIL, version: 0 })
    .then(() => closedFigures(db, owner, agencyId))
  const results = await Promise.allSettled(attempts)
  const atClosing = await close
  for (const result of results) {
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ message: expect.stringMatching(CLOSED) })
  }
  expect(await closedFigures(db, owner, agencyId)).toBe(atClosing)
})

const FORGED: Record<string, (month: February) => Promise<unknown>> = {
  'an entry changed': ({ db }) => db.updateTable('ledger_entries').set({ amount: 1 }).execute(),
  'an entry moved': ({ db }) => db.updateTable('ledger_entries').set({ occurred_on: TODAY }).execute(),
  'an entry deleted': ({ db }) => db.deleteFrom('ledger_entries').execute(),
  'the tax of an entry changed': ({ db }) => db.updateTable('ledger_taxes').set({ tax: 1 }).execute(),
  'the tax of an entry deleted': ({ db }) => db.deleteFrom('ledger_taxes').execute(),
  'a document voided': ({ db, rows }) =>
    db.updateTable('invoices').set({ status: 'void' }).where('id', '=', rows.invoice).execute(),
  'a document re-dated': ({ db, rows }) =>
    db.updateTable('invoices').set({ issued_on: TODAY }).where('id', '=', rows.invoice).execute(),
  'the rate of a document changed': ({ db, rows }) =>
    db.updateTable('invoices').set({ booking_rate: '2' }).where('id', '=', rows.invoice).execute(),
  'the lock date changed': ({ db }) => db.updateTable('period_locks').set({ hard_until: null }).execute(),
  'an entry added': async ({ db, agencyId }) => {
    const { id: _id, ...entry } = await db
      .selectFrom('ledger_entries')
      .selectAll()
      .where('agency_id', '=', agencyId)
      .where('payment_id', 'is', null)
      .where('expense_id', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    return db
      .insertInto('ledger_entries')
      .values({ ...entry, id: crypto.randomUUID(), recorded_at: '2026-03-05T10:00:00.000Z' })
      .execute()
  },
}

test.for(Object.entries(FORGED))('even with access to the database, it refuses %s', async ([, forge]) => {
  const { month, figures, before } = await closed()
  await expect(forge(month)).rejects.toThrow(/never changed|period is closed/)
  expect(await figures()).toBe(before)
})

test('a final invoice paid wholly in advance in a closed period is canceled by a credit note dated today', async () => {
  const month = await liveFebruary()
  const february = month.at(IN_FEBRUARY)
  const items = [{ description: 'Work', quantity: 1, rate: 100_00, tax_bps: 1900 }]
  const send = async (owner: February['owner'], extra: object) => {
    const draft = { client_id: month.clientId, title: 'Website', due_date: '2026-03-20', items, ...extra }
    const { id } = await owner.invoices.save(draft)
    await owner.invoices.send({ id, apply_credit: false })
    return id
  }
  const advance = await send(february, { stage: 'advance' })
  await february.payments.recordManual(manual({ invoice_id: advance, amount: 119_00 }))
  const final = await send(february, { stage: 'final', advance_ids: [advance] })
  expect(await february.invoices.get({ id: final })).toMatchObject({ amount: 0, status: 'paid' })
  const { owner, db, agencyId } = month
  await owner.finance.setLocks({ soft_until: null, hard_until: CLOSED_UNTIL, version: 0 })
  const before = await closedFigures(db, owner, agencyId)
  await expect(owner.invoices.credit({ id: final, reason: 'Wrong' })).rejects.toThrow(
    'Everything on this invoice was paid in advance. Void it, and then credit its advance invoices.',
  )
  await owner.invoices.void({ id: final })
  const notes = await db.selectFrom('invoices').selectAll().where('credited_invoice_id', '=', final).execute()
  expect(notes).toMatchObject([{ kind: 'credit_note', total: 0, issued_on: TODAY }])
  await expect(owner.invoices.void({ id: final })).rejects.toThrow('This invoice has credit notes.')
  await owner.invoices.credit({ id: advance, amount: 50_00, keep_as_credit: true, reason: 'Less work' })
  await send(owner, { stage: 'final', advance_ids: [advance] })
  expect(await closedFigures(db, owner, agencyId)).toEqual(before)
})
