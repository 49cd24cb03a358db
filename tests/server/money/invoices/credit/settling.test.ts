import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convert } from '#shared/base/amounts/exchange.ts'
import { casesHere } from '#tests/support/databases/random-cases.ts'
import {
  CURRENCIES,
  openPortal,
  RATES,
  type SettlingPortal,
  type SettlingStep,
  settleStep,
  settlingStep,
} from '#tests/support/money/settling.ts'

const RUNS = 6
const sum = (amounts: readonly (number | null)[]) => amounts.reduce<number>((all, one) => all + (one ?? 0), 0)

/** Documents, credit, ledger and statement agree in each currency and the base currency. */
async function verify({ db, owner, clientId, invoices }: SettlingPortal): Promise<void> {
  const rows = await db.selectFrom('invoices').selectAll().where('id', 'in', invoices).execute()
  const entries = await db.selectFrom('ledger_entries').selectAll().execute()
  const credits = await db.selectFrom('client_credits').selectAll().execute()
  const payments = await db.selectFrom('payments').selectAll().execute()
  for (const row of rows) {
    const left =
      row.total - row.amount_paid - row.amount_credited - row.amount_applied - row.amount_written_off
    expect(left).toBeGreaterThanOrEqual(0)
    if (row.status !== 'void') expect(row.status === 'paid').toBe(left === 0)
    expect(Math.min(row.amount_paid, row.amount_credited, row.amount_written_off)).toBeGreaterThanOrEqual(0)
    const moved = sum(credits.filter((c) => c.invoice_id === row.id).map((c) => c.amount))
    expect(row.amount_applied + moved).toBe(0)
    expect(row.amount_paid).toBe(
      sum(payments.filter((p) => p.invoice_id === row.id).map((p) => p.amount - p.refunded)),
    )
    const paidBy = new Set(payments.filter((p) => p.invoice_id === row.id).map((p) => p.id))
    const income = entries.filter(
      (entry) =>
        entry.direction === 'income' &&
        entry.category === 'invoices' &&
        (entry.invoice_id === row.id || (entry.payment_id !== null && paidBy.has(entry.payment_id))),
    )
    const received = row.amount_paid + row.amount_applied
    expect(sum(income.map((entry) => entry.amount))).toBe(received)
    expect(sum(income.map((entry) => entry.base_amount))).toBe(
      convert(received, row.currency, 'USD', RATES[row.currency] ?? '1'),
    )
    const lost = entries.filter((entry) => entry.direction === 'write_off' && entry.invoice_id === row.id)
    expect(sum(lost.map((entry) => entry.amount))).toBe(row.amount_written_off)
  }
  for (const payment of payments) {
    const booked = entries.filter((entry) => entry.payment_id === payment.id)
    expect(sum(booked.map((entry) => entry.amount))).toBe(payment.amount - payment.refunded)
  }
  for (const currency of CURRENCIES) {
    const balance = sum(credits.filter((c) => c.currency === currency).map((c) => c.amount))
    expect(balance).toBeGreaterThanOrEqual(0)
    const owed = entries.filter((e) => e.direction === 'liability' && e.currency === currency)
    expect(sum(owed.map((entry) => entry.amount))).toBe(balance)
    const inBase = sum(owed.map((entry) => entry.base_amount))
    if (balance === 0) expect(inBase).toBe(0)
    else expect(inBase).toBeGreaterThanOrEqual(0)
    const due = await Promise.all(
      rows.filter((row) => row.currency === currency).map(({ id }) => owner.invoices.get({ id })),
    )
    const statement = await owner.invoices.statement({
      client_id: clientId,
      currency,
      from: '2026-01-01',
      to: '2026-12-31',
    })
    expect(statement.closing_balance).toBe(sum(due.map((invoice) => invoice.amount_due)) - balance)
    expect(statement.closing_credit).toBe(balance)
  }
}

/** By payment: what its refunds took from credit, the credit that its invoice created, and the client's balance. */
async function creditsOf({ db }: SettlingPortal) {
  const credits = await db.selectFrom('client_credits').selectAll().execute()
  const payments = await db.selectFrom('payments').selectAll().where('invoice_id', 'is not', null).execute()
  const of = (matches: (credit: (typeof credits)[number]) => boolean) =>
    sum(credits.filter(matches).map(({ amount }) => amount))
  return payments.map(({ id, invoice_id, currency, refunded }) => ({
    id,
    refunded,
    fromCredit: -of(({ kind, payment_id }) => kind === 'refunded' && payment_id === id),
    kept: of(
      (credit) =>
        credit.invoice_id === invoice_id && credit.kind !== 'applied' && credit.kind !== 'unapplied',
    ),
    balance: of((credit) => credit.currency === currency),
  }))
}

/** A refund uses the credit that its invoice created before anything becomes due. */
async function settle(portal: SettlingPortal, step: SettlingStep): Promise<void> {
  if (step.what !== 'refund') return settleStep(portal, step)
  const before = await creditsOf(portal)
  await settleStep(portal, step)
  const after = await creditsOf(portal)
  for (const { id, refunded, fromCredit, kept, balance } of before) {
    const now = after.find((payment) => payment.id === id)
    const amount = (now?.refunded ?? 0) - refunded
    expect((now?.fromCredit ?? 0) - fromCredit).toBe(Math.min(amount, kept, balance))
  }
}

test('documents, credit and ledger agree after any payments, refunds, credits and write-offs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(settlingStep, { minLength: 10, maxLength: 30 }), async (steps) => {
      const portal = await openPortal()
      for (const one of steps) await settle(portal, one)
      await verify(portal)
    }),
    { numRuns: casesHere(RUNS) },
  )
})
