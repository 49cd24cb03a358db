import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/schema.ts'
import { convert } from '#shared/exchange.ts'
import { type Caller, callerAs } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { depositOf, draftFor, refundForm } from '#tests/support/money.ts'
import { createWorld } from '#tests/support/world.ts'

const RUNS = 6
const RATES: Record<string, string> = { USD: '1', EUR: '1.0837', JPY: '0.006613' }
const CURRENCIES = Object.keys(RATES)

/** What may happen, to which invoice or in which currency, and how much of what there is, in tenths. */
const step = fc.record({
  what: fc.constantFrom(
    'deposit',
    'pay',
    'refund',
    'credit',
    'creditLine',
    'apply',
    'remove',
    'writeOff',
    'undo',
    'void',
    'adjust',
  ),
  target: fc.nat(5),
  tenths: fc.integer({ min: 1, max: 10 }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Portal {
  db: Db
  owner: Caller
  clientId: string
  invoices: string[]
}

async function open(): Promise<Portal> {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner)
  const admin = callerAs(db, world.admin)
  await admin.platform.importExchangeRates({
    rates: [
      { quoted_on: '2026-03-02', currency: 'USD', per_euro: '1.1' },
      { quoted_on: '2026-03-02', currency: 'JPY', per_euro: '163.21' },
    ],
  })
  const clientId = world.home.client.clientId
  const invoices: string[] = []
  for (const [index, currency] of [...CURRENCIES, ...CURRENCIES].entries()) {
    const { id } = await owner.invoices.save({
      ...draftFor(clientId),
      currency,
      booking_rate: currency === 'USD' ? undefined : RATES[currency],
      items: [
        { description: 'Design', quantity: 3, rate: 33_33 + index, tax_bps: 1900 },
        { description: 'Books', quantity: 2, rate: 7_77, tax_bps: 700 },
      ],
    })
    await owner.invoices.send({ id })
    invoices.push(id)
  }
  return { db, owner, clientId, invoices }
}

/** Does what is asked for; a refusal in words is fine, anything else is not. */
async function act(portal: Portal, { what, target, tenths }: Step): Promise<void> {
  const { owner, clientId, invoices, db } = portal
  const id = invoices[target] ?? ''
  const currency = CURRENCIES[target % CURRENCIES.length] ?? 'USD'
  const invoice = await owner.invoices.get({ id })
  const part = (amount: number) => Math.max(1, Math.floor((amount * tenths) / 10))
  const acts: Record<Step['what'], () => Promise<unknown>> = {
    deposit: () => owner.payments.recordManual(depositOf(clientId, 10_00 * tenths, currency)),
    pay: () =>
      owner.payments.recordManual({
        invoice_id: id,
        amount: part(invoice.amount_due),
        method: 'bank',
        request_id: crypto.randomUUID(),
      }),
    refund: async () => {
      const payments = await db.selectFrom('payments').select(['id', 'amount']).orderBy('id').execute()
      const payment = payments[target % Math.max(1, payments.length)]
      if (payment === undefined) return
      await owner.payments.refund({
        id: payment.id,
        ...refundForm(part(payment.amount)),
        credit: tenths % 2 === 0,
      })
    },
    credit: () =>
      owner.invoices.credit({ id, amount: part(invoice.amount), keep_as_credit: tenths > 3, reason: 'Less' }),
    creditLine: () =>
      owner.invoices.credit({
        id,
        lines: [{ position: tenths % 2, quantity: 1 }],
        keep_as_credit: true,
        reason: 'Less',
      }),
    apply: () => owner.invoices.applyCredit({ id }),
    remove: () => owner.invoices.removeCredit({ id }),
    writeOff: () => owner.invoices.writeOff({ id, reason: 'Gone' }),
    undo: () => owner.invoices.undoWriteOff({ id }),
    void: () => owner.invoices.void({ id }),
    adjust: () =>
      owner.invoices.adjustCredit({
        client_id: clientId,
        currency,
        amount: (tenths > 5 ? 1 : -1) * 100 * tenths,
        reason: 'Goodwill',
      }),
  }
  await acts[what]().catch((error: { code?: string; message: string }) => {
    if (error.code !== 'CONFLICT' && error.code !== 'BAD_REQUEST') throw error
  })
}

const sum = (amounts: readonly (number | null)[]) => amounts.reduce<number>((all, one) => all + (one ?? 0), 0)

/** Documents, credit, ledger and statement say the same, in each currency and in base. */
async function verify({ db, owner, clientId, invoices }: Portal): Promise<void> {
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

test('whatever is paid, refunded, credited, applied and written off: documents, credit and books agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const portal = await open()
      for (const one of steps) await act(portal, one)
      await verify(portal)
    }),
    { numRuns: RUNS },
  )
}, 240_000)
