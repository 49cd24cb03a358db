import fc from 'fast-check'
import type { Db } from '#server/base/db/schema.ts'
import { type Caller, callerAs } from '../caller.ts'
import { createTestDatabase } from '../databases/database.ts'
import { createWorld, type World } from '../world.ts'
import { depositOf, draftFor, refundForm } from './money.ts'

/** The booking rates of the invoices' currencies. */
export const RATES: Record<string, string> = { USD: '1', EUR: '1.0837', JPY: '0.006613' }
export const CURRENCIES = Object.keys(RATES)

/** A possible action, its invoice or currency, and the share of the available amount in tenths. */
export const settlingStep = fc.record({
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
export type SettlingStep = typeof settlingStep extends fc.Arbitrary<infer Value> ? Value : never

/** A portal with six sent invoices in three currencies, at two tax rates each. */
export interface SettlingPortal {
  db: Db
  world: World
  owner: Caller
  clientId: string
  invoices: string[]
}

export async function openPortal(): Promise<SettlingPortal> {
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
  return { db, world, owner, clientId, invoices }
}

/** Performs the action; errors meant for the user are accepted, others aren't. */
export async function settleStep(
  portal: SettlingPortal,
  { what, target, tenths }: SettlingStep,
): Promise<void> {
  const { owner, clientId, invoices, db } = portal
  const id = invoices[target] ?? ''
  const currency = CURRENCIES[target % CURRENCIES.length] ?? 'USD'
  const invoice = await owner.invoices.get({ id })
  const part = (amount: number) => Math.max(1, Math.floor((amount * tenths) / 10))
  const acts: Record<SettlingStep['what'], () => Promise<unknown>> = {
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
