import { acrossAgencies } from '#server/base/core/rows/reach.ts'
import { transact } from '#server/base/core/transaction.ts'
import type { Db } from '#server/base/db/schema.ts'
import { chargeLateFees } from '#server/money/invoices/collection/commands/charge-late-fees.ts'
import { bookMovements } from '#server/money/payments/book/commands/book-movements.ts'
import { reportDispute } from '#server/money/payments/book/commands/report-dispute.ts'
import { settlePayment } from '#server/money/payments/charge/commands/settle-payment.ts'
import { callerAs, ctxFor, testServices } from '../caller.ts'
import { createTestDatabase } from '../databases/database.ts'
import { createWorld, type World } from '../world.ts'
import { card, depositOf, refundForm } from './money.ts'
import { seeded } from './tax-arithmetic.ts'

/** Booking rates in US dollars, the agency's own currency. */
export const BUSY_RATES = {
  USD: undefined,
  EUR: '1.0842',
  GBP: '1.2719',
  JPY: '0.006613',
  KWD: '3.2471',
} as const
type Code = keyof typeof BUSY_RATES
const CODES = Object.keys(BUSY_RATES) as Code[]

/** Movements of money totaled independently, in minor units by currency and day. */
export type CashByDay = Map<string, number>

export interface BusyYear {
  db: Db
  world: World
  cash: CashByDay
}

export const BUSY_YEAR = { from: '2026-01-01', to: '2026-12-31' }

interface Year extends BusyYear {
  clients: string[]
  random: () => number
}

/**
 * A year of an agency with two clients in five currencies: deposits, credit applied and removed, overpayments, credit
 * notes, refunds, disputes, losses, void invoices, late fees, expenses, payouts, and provider fees.
 */
export async function liveBusyYear(seed: number): Promise<BusyYear> {
  const { db } = await createTestDatabase()
  const world = await createWorld(db)
  const owner = callerAs(db, world.home.owner, { now: at('2026-01-01') })
  const { id: other } = await owner.clients.save({ name: 'Other Client', email: 'other@example.com' })
  await db.updateTable('platform_settings').set({ provider_fees_since: null }).execute()
  const clients = [world.home.client.clientId, other]
  const year: Year = { db, world, cash: new Map(), clients, random: seeded(seed) }
  const { currency: _, ...rules } = await owner.invoices.collectionRules()
  await owner.invoices.saveCollectionRules({
    ...rules,
    late_fees: 'send',
    fee_bps: 150,
    grace_days: 10,
    max_fees: 1,
  })
  for (let month = 1; month <= 12; month++) await liveMonth(year, month)
  return year
}

const at = (day: string) => new Date(`${day}T12:00:00.000Z`)
const ownerOn = ({ db, world }: Year, day: string) => callerAs(db, world.home.owner, { now: at(day) })
const system = (db: Db, day: string) => ctxFor(testServices(db, { now: at(day) }), null, at(day))

function move({ cash }: Year, day: string, currency: string, amount: number): void {
  const key = `${currency} ${day}`
  cash.set(key, (cash.get(key) ?? 0) + amount)
}

const upTo = ({ random }: Year, most: number): number => Math.floor(random() * (most + 1))
const any = <Item>(year: Year, items: readonly Item[]): Item => items[upTo(year, items.length - 1)] as Item
const part = (year: Year, amount: number): number => Math.max(1, Math.floor(amount * year.random()))

async function liveMonth(year: Year, month: number): Promise<void> {
  const day = (of: number) => `2026-${String(month).padStart(2, '0')}-${String(of).padStart(2, '0')}`
  await importRates(year, day(1), month)
  await deposit(year, day(3))
  for (let count = 0; count < 6; count++) await invoice(year, day)
  if (month % 2 === 0) await keepCredit(year, day(15))
  if (month % 3 === 0) await payTwice(year, day(16))
  if (month % 4 === 0) await ownerOn(year, day(17)).invoices.adjustCredit(granted(year))
  await spend(year, day(20))
  await chargeLateFees(system(year.db, day(27)))
  if (month % 3 === 0) await loseOne(year, day(28))
  if (month === 10) await recoverOne(year, day(28))
}

/** Rates change slightly each month, so that credit has a different value when it is applied. */
async function importRates({ db, world, random }: Year, first: string, month: number): Promise<void> {
  const drift = (rate: number) => (rate * (1 + (random() - 0.5) / 20)).toFixed(4)
  const quoted = [first, `2026-${String(month).padStart(2, '0')}-14`]
  const rates = quoted.flatMap((quoted_on) => [
    { quoted_on, currency: 'USD', per_euro: drift(1.0842) },
    { quoted_on, currency: 'GBP', per_euro: drift(0.8524) },
    { quoted_on, currency: 'JPY', per_euro: drift(163.95) },
    { quoted_on, currency: 'KWD', per_euro: drift(0.3339) },
  ])
  await callerAs(db, world.admin).platform.importExchangeRates({ rates })
}

async function deposit(year: Year, day: string): Promise<void> {
  const code = any(year, CODES)
  const form = depositOf(any(year, year.clients), 50_00 + upTo(year, 40_000), code)
  const { id } = await ownerOn(year, day).payments.recordManual(form)
  move(year, day, code, form.amount)
  if (year.random() < 0.3) {
    const back = part(year, form.amount)
    await ownerOn(year, day).payments.refund({ id, ...refundForm(back) })
    move(year, day, code, -back)
  }
}

async function invoice(year: Year, day: (of: number) => string): Promise<void> {
  const owner = ownerOn(year, day(5))
  const currency = any(year, CODES)
  const client_id = any(year, year.clients)
  const { id } = await owner.invoices.save({
    client_id,
    title: 'Work',
    due_date: day(14),
    currency,
    booking_rate: BUSY_RATES[currency],
    prices_include_tax: year.random() < 0.3,
    discount: any(year, [{ type: 'none', value: 0 } as const, { type: 'percent', value: 777 } as const]),
    items: Array.from({ length: 1 + upTo(year, 3) }, () => ({
      description: 'Work',
      quantity: (1 + upTo(year, 9000)) / 1000,
      rate: 1000 + upTo(year, 90_000),
      tax_bps: any(year, [0, 700, 1900]),
    })),
  })
  const sent = await owner.invoices.send({ id, apply_credit: year.random() < 0.5 })
  if (year.random() < 0.1 && sent.status !== 'paid') {
    await ownerOn(year, day(6)).invoices.void({ id })
    return
  }
  if (sent.amount_applied > 0 && year.random() < 0.2)
    await ownerOn(year, day(6)).invoices.removeCredit({ id })
  const { amount_due: due } = await owner.invoices.get({ id })
  if (due > 0) await settle(year, { id, due, currency, isOwn: client_id === year.clients[0] }, day)
}

interface Open {
  id: string
  due: number
  currency: Code
  /** Whether the client has a login. */
  isOwn: boolean
}

async function settle(year: Year, open: Open, day: (of: number) => string): Promise<void> {
  const { id, due, currency, isOwn } = open
  const chance = year.random()
  if (chance < 0.25) {
    await transfer(year, day(8), open, due)
  } else if (chance < 0.5) {
    const paid = part(year, due)
    await transfer(year, day(8), open, paid)
    const left = due - paid
    if (left > 0 && year.random() < 0.6) {
      await ownerOn(year, day(9)).invoices.credit({ id, amount: part(year, left), reason: 'Less' })
      const after = await ownerOn(year, day(9)).invoices.get({ id })
      if (after.amount_due > 0 && year.random() < 0.5) await transfer(year, day(10), open, after.amount_due)
    }
  } else if (chance < 0.75 && isOwn && currency !== 'KWD' && due >= 100) {
    await payByCard(year, open, day)
  }
}

async function transfer(year: Year, day: string, { id, currency }: Open, amount: number): Promise<void> {
  const form = { invoice_id: id, amount, method: 'bank', request_id: crypto.randomUUID() } as const
  const payment = await ownerOn(year, day).payments.recordManual(form)
  move(year, day, currency, amount)
  if (year.random() < 0.25) {
    const back = part(year, amount)
    const credit = year.random() < 0.5
    await ownerOn(year, day).payments.refund({ id: payment.id, ...refundForm(back), credit })
    move(year, day, currency, -back)
  }
}

async function payByCard(year: Year, open: Open, day: (of: number) => string): Promise<void> {
  const { db, world } = year
  const { id, due, currency } = open
  const client = callerAs(db, world.home.client, { now: at(day(8)) })
  const { payment_id } = await client.payments.payInvoice({ invoice_id: id, ...card() })
  move(year, day(8), currency, due)
  const fee = 30 + Math.round(due * 0.029)
  const movement = {
    ...{ id: `txn_${payment_id}`, kind: 'fee' as const, description: 'Processing', charged: null },
    ...{ amount: -fee, fee: 0, platformFee: 5, net: -fee - 5, currency, occurredAt: at(day(8)) },
    of: { intentId: null, paymentId: null },
  }
  const account = await accountOf(db, payment_id)
  await bookMovements(system(db, day(8)), { account, agencyId: world.home.agencyId }, [movement])
  move(year, day(8), currency, -fee - 5)
  if (year.random() < 0.3) {
    const disputed = { amount: due, currency }
    const dispute = { id: `dp_${payment_id}`, disputed, reason: 'fraudulent', respondBy: null }
    const report = (on: string, status: 'open' | 'won' | 'lost') => {
      const withdrawn = { amount: status === 'won' ? 0 : due, currency }
      const state = { ...dispute, status, withdrawn, movements: status === 'won' ? 2 : 1 }
      return transact(system(db, on), (tx) => reportDispute(tx, payment_id, state))
    }
    await report(day(11), 'open')
    move(year, day(11), currency, -due)
    const isWon = year.random() < 0.5
    await report(day(13), isWon ? 'won' : 'lost')
    if (isWon) move(year, day(13), currency, due)
  }
}

const accountOf = async (db: Db, paymentId: string): Promise<string> =>
  (await db.selectFrom('payments').select('account').where('id', '=', paymentId).executeTakeFirstOrThrow())
    .account

/** Invoices of the agency, oldest first. */
const invoicesOf = async ({ db, world }: Year, status: readonly ('sent' | 'overdue' | 'paid')[]) =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('agency_id', '=', world.home.agencyId)
    .where('kind', '=', 'invoice')
    .where('status', 'in', status)
    .orderBy('issued_on')
    .orderBy('number')
    .execute()

/** A paid invoice is credited; the client keeps the amount as credit. */
async function keepCredit(year: Year, day: string): Promise<void> {
  const paid = (await invoicesOf(year, ['paid'])).filter(
    (row) => row.amount_paid > 0 && row.amount_credited === 0,
  )
  const row = paid.at(-1)
  if (row === undefined) return
  const amount = part(year, Math.min(row.total, row.amount_paid))
  await ownerOn(year, day).invoices.credit({ id: row.id, amount, keep_as_credit: true, reason: 'Mistake' })
}

/** A card payment that had failed succeeds after the invoice was paid by transfer, and becomes the client's credit. */
async function payTwice(year: Year, day: string): Promise<void> {
  const { db, world } = year
  const owner = ownerOn(year, day)
  const { id } = await owner.invoices.save({
    client_id: world.home.client.clientId,
    title: 'Twice',
    due_date: day,
    currency: 'EUR',
    booking_rate: '1.0717',
    items: [{ description: 'Work', quantity: 1, rate: 100_00 + upTo(year, 9999), tax_bps: 1900 }],
  })
  const { amount } = await owner.invoices.send({ id })
  const client = callerAs(db, world.home.client, { now: at(day) })
  const { payment_id } = await client.payments.payInvoice({ invoice_id: id, ...card('mock_card_declined') })
  const form = { invoice_id: id, amount, method: 'bank', request_id: crypto.randomUUID() } as const
  await owner.payments.recordManual(form)
  const state = { id: 'pi_late', status: 'succeeded' as const, clientSecret: null, failure: null, card: null }
  await transact(acrossAgencies(system(db, day)), (tx) =>
    settlePayment(tx, payment_id, { ...state, id: `pi_${payment_id}`, refunded: 0 }),
  )
  move(year, day, 'EUR', 2 * amount)
}

const granted = (year: Year) => ({
  client_id: any(year, year.clients),
  currency: any(year, CODES),
  amount: 10_00 + upTo(year, 999),
  reason: 'Goodwill',
})

async function loseOne(year: Year, day: string): Promise<void> {
  const [row] = (await invoicesOf(year, ['sent', 'overdue'])).filter(({ tax }) => tax > 0)
  if (row !== undefined) await ownerOn(year, day).invoices.writeOff({ id: row.id, reason: 'Insolvent' })
}

/** Part of a loss is paid after all, and another loss is reversed. */
async function recoverOne(year: Year, day: string): Promise<void> {
  const lost = (await invoicesOf(year, ['paid'])).filter((row) => row.amount_written_off > 0)
  const [first] = lost
  if (first !== undefined) await ownerOn(year, day).invoices.undoWriteOff({ id: first.id })
}

async function spend(year: Year, day: string): Promise<void> {
  const { world } = year
  const owner = ownerOn(year, day)
  const amount = 119 + upTo(year, 90_000)
  const currency = CODES[amount % CODES.length] ?? 'USD'
  const tax = { tax_amount: Math.floor(amount / 7), tax_bps: 1900 }
  const expense = { description: 'Licence', amount, spent_on: day, ...tax }
  await owner.finance.saveExpense({
    ...expense,
    currency,
    category: any(year, ['software', 'travel', 'other'] as const),
  })
  move(year, day, currency, -amount)
  const payout = { employee_id: world.home.employee.employeeId, description: 'Help', amount: 50_00 }
  const { id } = await owner.payouts.create(payout)
  await owner.payouts.payBatch({ ids: [id] })
  move(year, day, 'USD', -payout.amount)
  await callerAs(year.db, world.home.client, { now: at(day) }).payments.quickPay(card())
  move(year, day, 'USD', 100_00)
}
