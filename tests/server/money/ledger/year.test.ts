import { beforeEach, expect, test } from 'vitest'
import type { SeedMember } from '#scripts/seed/person.ts'
import type { Db } from '#server/base/db/schema.ts'
import { writeRecurringInvoices } from '#server/money/invoices/recurring/commands/write-recurring.ts'
import { openBooksFile } from '#server/money/ledger/downloads/queries/books-files.ts'
import { compareBooks } from '#server/overview/platform/checks/commands/compare-books.ts'
import type { BooksFile } from '#shared/money/ledger/books.ts'
import { callerAs, ctxFor, testServices } from '#tests/support/caller.ts'
import { createTestDatabase } from '#tests/support/databases/database.ts'
import { card, refundForm } from '#tests/support/money/money.ts'
import { nearest, seeded } from '#tests/support/money/tax-arithmetic.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let db: Db
let world: World

beforeEach(async () => {
  db = (await createTestDatabase()).db
  world = await createWorld(db)
})

const at = (day: string) => new Date(`${day}T12:00:00.000Z`)
const ownerOn = (day: string) => callerAs(db, world.home.owner, { now: at(day) })
const clientOn = (day: string) => callerAs(db, world.home.client, { now: at(day) })

const RATE = { USD: undefined, EUR: '1.0842', JPY: '0.0066', KWD: '3.25' } as const
type Code = keyof typeof RATE
const DIGITS: Record<Code, number> = { USD: 2, EUR: 2, JPY: 0, KWD: 3 }

/** Totals recorded independently during the year, by currency in minor units. */
interface Kept {
  billed: Record<string, number>
  credited: Record<string, number>
  received: Record<string, number>
  deposits: number
  quickPay: number
  expenses: number
}

const add = (sums: Record<string, number>, code: string, amount: number) => {
  sums[code] = (sums[code] ?? 0) + amount
}

const LAST_DAY = '2026-12-31'

async function simulateYear(seed: number): Promise<Kept> {
  const random = seeded(seed)
  const upTo = (most: number): number => Math.floor(random() * (most + 1))
  const any = <Item>(items: readonly Item[]): Item => items[upTo(items.length - 1)] as Item
  const kept: Kept = { billed: {}, credited: {}, received: {}, deposits: 0, quickPay: 0, expenses: 0 }
  const client_id = world.home.client.clientId
  await ownerOn('2026-01-05').invoices.saveRecurring({
    client_id,
    title: 'Retainer',
    items: [{ description: 'Retainer', quantity: 1, rate: 999_99, tax_bps: 1900 }],
    frequency: 'monthly',
    starts_on: '2026-01-15',
    send_automatically: true,
  })
  for (let month = 1; month <= 12; month++) {
    const day = (of: number) => `2026-${String(month).padStart(2, '0')}-${String(of).padStart(2, '0')}`
    const written = await writeRecurringInvoices(
      ctxFor(testServices(db, { now: at(day(16)) }), null, at(day(16))),
    )
    add(kept.billed, 'USD', written * 1189_99)
    for (let count = 0; count < 3; count++) {
      const code = any(['USD', 'USD', 'EUR', 'JPY', 'KWD'] as const)
      const { id } = await ownerOn(day(17)).invoices.save({
        client_id,
        title: 'Work',
        due_date: day(28),
        currency: code,
        booking_rate: RATE[code],
        prices_include_tax: random() < 0.3,
        discount: any([
          { type: 'none', value: 0 },
          { type: 'percent', value: 1 + upTo(2000) },
        ] as const),
        items: Array.from({ length: 1 + upTo(2) }, () => ({
          description: 'Work',
          quantity: (1 + upTo(9000)) / 1000,
          rate: 1000 + upTo(90_000),
          tax_bps: any([0, 700, 1900]),
        })),
      })
      await ownerOn(day(17)).invoices.send({ id })
      const { amount } = await ownerOn(day(17)).invoices.get({ id })
      if (random() < 0.1) {
        await ownerOn(day(18)).invoices.void({ id })
        continue
      }
      add(kept.billed, code, amount)
      await settle(id, { code, amount, day, random, kept })
    }
    const spent = 1 + upTo(90_000)
    kept.expenses += spent
    await ownerOn(day(20)).finance.saveExpense({
      category: 'software',
      description: 'Licence',
      amount: spent,
      spent_on: day(20),
    })
    if (month % 4 === 0) {
      const deposit = {
        client_id,
        amount: 50_00 + upTo(999),
        method: 'bank',
        request_id: crypto.randomUUID(),
      } as const
      await ownerOn(day(21)).payments.recordManual(deposit)
      kept.deposits += deposit.amount
      await clientOn(day(22)).payments.quickPay(card())
      kept.quickPay += 100_00
    }
  }
  return kept
}

interface Settling {
  code: Code
  amount: number
  day: (of: number) => string
  random: () => number
  kept: Kept
}

/** Paid in parts, by card with a refund, credited, or left unpaid. */
async function settle(id: string, { code, amount, day, random, kept }: Settling): Promise<void> {
  const chance = random()
  if (chance < 0.4) {
    const part = Math.max(1, Math.floor(amount * random()))
    const payment = { invoice_id: id, method: 'bank' } as const
    await ownerOn(day(19)).payments.recordManual({
      ...payment,
      amount: part,
      request_id: crypto.randomUUID(),
    })
    add(kept.received, code, part)
    const left = amount - part
    if (random() < 0.5 && left > 0) {
      const credit = Math.max(1, Math.floor(left * random()))
      await ownerOn(day(20)).invoices.credit({ id, amount: credit, reason: 'Late' })
      add(kept.credited, code, credit)
    }
  } else if (chance < 0.7 && isForCards(code, amount)) {
    const { payment_id } = await clientOn(day(19)).payments.payInvoice({ invoice_id: id, ...card() })
    add(kept.received, code, amount)
    if (random() < 0.4) {
      const back = inSteps(code, Math.max(10, Math.floor(amount * random())))
      await ownerOn(day(23)).payments.refund({ id: payment_id, ...refundForm(back) })
      add(kept.received, code, -back)
    }
  }
}

/** Cards are charged in multiples of ten fils. */
const inSteps = (code: Code, amount: number): number => (code === 'KWD' ? amount - (amount % 10) : amount)
const isForCards = (code: Code, amount: number): boolean => amount === inSteps(code, amount)

async function rowsOf(file: BooksFile): Promise<Record<string, string>[]> {
  const input = { basis: 'issued', from: '2026-01-01', to: LAST_DAY, bom: false } as const
  const { content } = await openBooksFile(
    ctxFor(db, world.home.owner as SeedMember, at(LAST_DAY)),
    file,
    input,
  )
  let text = ''
  for await (const chunk of content) text += String(chunk)
  const [head = '', ...lines] = text.trimEnd().split('\r\n')
  const columns = head.split(',')
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((field, index) => [columns[index], field])),
  )
}

/** Minor units of a column, by currency. */
function sumsOf(rows: readonly Record<string, string>[], column: string): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const row of rows) {
    const code = row.currency as Code
    add(sums, code, Math.round(Number(row[column]) * 10 ** DIGITS[code]))
  }
  return sums
}

const less = (one: Record<string, number>, other: Record<string, number>) =>
  Object.fromEntries(Object.entries(one).map(([code, amount]) => [code, amount - (other[code] ?? 0)]))

test.for([20_260_101, 7])('a simulated year of an agency agrees to the cent, seed %i', async (seed) => {
  const kept = await simulateYear(seed)
  const owner = ownerOn(LAST_DAY)
  const period = { from: '2026-01-01', to: LAST_DAY }
  const billed = less(kept.billed, kept.credited)
  const open = less(billed, kept.received)

  // Documents: the invoice list, the tax report and billed totals.
  const invoices = await rowsOf('invoices')
  expect(sumsOf(invoices, 'total')).toEqual(billed)
  const issued = await owner.finance.taxReport({ ...period, basis: 'issued' })
  expect(
    Object.fromEntries(issued.by_currency.map(({ currency, total }) => [currency, total.gross])),
  ).toEqual(billed)
  expect(sumsOf(invoices, 'tax')).toEqual(
    Object.fromEntries(issued.by_currency.map(({ currency, total }) => [currency, total.tax])),
  )

  // Payments: the journal, the tax report by payment date, dashboards and amounts received, without
  // unapplied deposits.
  const journal = (await rowsOf('journal')).filter((row) => row.direction === 'income')
  const received = { ...kept.received, USD: (kept.received.USD ?? 0) + kept.quickPay }
  const nonZero = (sums: Record<string, number>) =>
    Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
  expect(nonZero(sumsOf(journal, 'amount'))).toEqual(nonZero(received))
  const paid = await owner.finance.taxReport({ ...period, basis: 'paid' })
  expect(
    nonZero(Object.fromEntries(paid.by_currency.map(({ currency, total }) => [currency, total.gross]))),
  ).toEqual(nonZero(received))
  const { current, outstanding } = await owner.finance.summary(period)
  const cents = (column: string) =>
    journal.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0)
  expect([current.revenue, current.tax_collected]).toEqual([cents('base_net'), cents('base_tax')])
  expect([paid.output_total.net, paid.output_total.tax]).toEqual([current.revenue, current.tax_collected])
  expect(current.expenses).toBe(kept.expenses)
  expect(current.net).toBe(current.revenue - kept.expenses)
  expect(await owner.clients.counters()).toMatchObject({
    total_revenue: current.revenue,
    outstanding: outstanding.total,
  })

  // Amounts due: aging report, the statement in each currency, and outstanding.
  const aging = await owner.finance.aging()
  expect(
    nonZero(Object.fromEntries(aging.by_currency.map(({ currency, total }) => [currency, total]))),
  ).toEqual(nonZero(open))
  expect(aging.in_base).toEqual(outstanding)
  for (const [currency, amount] of Object.entries(open)) {
    const statement = await owner.invoices.statement({
      client_id: world.home.client.clientId,
      ...period,
      currency,
    })
    expect(statement.closing_balance).toBe(currency === 'USD' ? amount - kept.deposits : amount)
  }

  // In the base currency: each document at its rate, totaled independently.
  const factor: Record<Code, [bigint, bigint]> = {
    USD: [1n, 1n],
    EUR: [10_842n, 10_000n],
    JPY: [66n * 100n, 10_000n],
    KWD: [325n, 1000n],
  }
  const inBase = invoices.reduce((sum, row) => {
    const code = row.currency as Code
    const minor = BigInt(Math.round(Number(row.total) * 10 ** DIGITS[code]))
    return sum + nearest(minor * factor[code][0], factor[code][1])
  }, 0n)
  expect(BigInt(issued.output_total.gross)).toBe(inBase)

  expect(await compareBooks(ctxFor(testServices(db, { now: at(LAST_DAY) }), null, at(LAST_DAY)))).toBe(0)
})
