import { expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { hoursValue } from '#shared/base/amounts/money.ts'
import { PROFIT_BASES, type ProfitFigures } from '#shared/money/ledger/profit.ts'
import { type Caller, callerAs } from '#tests/support/caller.ts'
import { depositOf, refundForm } from '#tests/support/money/money.ts'
import { seeded } from '#tests/support/money/tax-arithmetic.ts'
import { addProject, setUpTime } from '../../../time/work-log/setup.ts'

const MONTHS = ['2026-03', '2026-04', '2026-05']
const LAST_DAY = '2026-05-31'
const ROUNDS = 9

type World = Awaited<ReturnType<typeof setUp>>

async function setUp(seed: number) {
  const world = await setUpTime()
  const { db, employee, owner } = world
  const { home } = world.world
  const projects = []
  for (const name of ['Website', 'Shop', 'App']) {
    projects.push(await addProject(db, home, name, { billing_rate: 7001 }))
  }
  const random = seeded(seed)
  const upTo = (most: number): number => Math.floor(random() * (most + 1))
  const any = <Item>(items: readonly Item[]): Item => items[upTo(items.length - 1)] as Item
  const on = (day: string) => ({
    owner: callerAs(db, home.owner, { now: new Date(`${day}T12:00:00Z`) }),
    employee: callerAs(db, home.employee, { now: new Date(`${day}T12:00:00Z`) }),
  })
  return { db, home, owner, employee, projects, upTo, any, random, on, client_id: home.client.clientId }
}

/** What owners enter in any order: documents in two currencies, payments, losses, expenses, time and payouts. */
async function enterMonth(world: World, month: string): Promise<void> {
  const day = (of: number) => `${month}-${String(of).padStart(2, '0')}`
  for (let round = 0; round < ROUNDS; round++) await enterInvoice(world, day(1 + round))
  for (const project_id of [...world.projects, null]) {
    await world.on(day(15)).owner.finance.saveExpense({
      category: 'software',
      description: 'Licence',
      amount: 1000 + world.upTo(9999),
      tax_amount: world.any([0, 190]),
      tax_bps: 1900,
      spent_on: day(1 + world.upTo(14)),
      project_id,
    })
  }
  const { employee } = world.on(day(28))
  for (let entry = 0; entry < 6; entry++) {
    await employee.workLog.save({
      project_id: world.any(world.projects),
      time: { kind: 'duration', date: day(2), duration: `${1 + world.upTo(59)}m` },
    })
  }
  const sheet = await employee.timesheets.submit({ date: day(2) })
  const { owner } = world.on(day(28))
  await owner.timesheets.review({ id: sheet.id, version: sheet.version, decision: 'approved' })
  if (world.random() < 0.7) await owner.payouts.fromHours({ paid: true })
  const { employeeId: employee_id } = world.home.employee
  const bonus = await owner.payouts.create({ employee_id, amount: 501, description: 'Bonus' })
  await owner.payouts.payBatch({ ids: [bonus.id] })
}

async function enterInvoice(world: World, day: string): Promise<void> {
  const { any, client_id, random, upTo } = world
  const { owner } = world.on(day)
  const { id } = await owner.invoices.save({
    client_id,
    project_id: any([null, ...world.projects]),
    title: 'Work',
    due_date: LAST_DAY,
    ...any([{}, { currency: 'EUR', booking_rate: '1.0842' }, { currency: 'JPY', booking_rate: '0.0066' }]),
    prices_include_tax: random() < 0.3,
    discount: any([
      { type: 'none', value: 0 },
      { type: 'percent', value: 1 + upTo(2000) },
    ] as const),
    items: Array.from({ length: 1 + upTo(3) }, () => ({
      description: 'Work',
      quantity: (1 + upTo(9000)) / 1000,
      rate: 1000 + upTo(90_000),
      tax_bps: any([0, 700, 1900]),
      project_id: any([undefined, null, ...world.projects]),
    })),
  })
  if (random() < 0.1) return
  await owner.invoices.send({ id })
  const { amount, currency } = await owner.invoices.get({ id })
  const pay = (part: number) =>
    owner.payments.recordManual({
      invoice_id: id,
      amount: part,
      method: 'bank',
      request_id: crypto.randomUUID(),
    })
  const some = Math.max(1, Math.floor(amount * random()))
  await any([
    async () => {},
    () => owner.invoices.void({ id }),
    () => pay(amount),
    async () => {
      await pay(some)
      if (some < amount) await owner.invoices.writeOff({ id, reason: 'Insolvent' })
    },
    async () => {
      await owner.invoices.credit({ id, lines: [{ position: 0 }], reason: 'Cancelled' })
      const left = await owner.invoices.get({ id })
      if (left.amount_due > 1) {
        await owner.invoices.credit({ id, amount: Math.ceil(left.amount_due / 2), reason: 'Late' })
      }
    },
    async () => {
      await owner.invoices.writeOff({ id, reason: 'Insolvent' })
      if (random() < 0.5) await owner.invoices.undoWriteOff({ id })
    },
    async () => {
      await pay(amount)
      await owner.invoices.credit({ id, amount: some, reason: 'Late', keep_as_credit: true })
    },
    async () => {
      await pay(some)
      const [payment] = (await owner.payments.list({})).items
      if (payment !== undefined) await owner.payments.refund({ id: payment.id, ...refundForm() })
    },
    async () => {
      await owner.payments.recordManual(depositOf(client_id, some, currency))
      await owner.invoices.applyCredit({ id })
    },
  ])()
}

/** Totals of a period, added up from the tables by hand and from the tax report. */
async function byHand(db: Db, owner: Caller, from: string, to: string): Promise<ProfitFigures> {
  const entries = await db
    .selectFrom('ledger_entries')
    .select(['direction', 'category', 'base_amount', 'base_tax', 'payout_id'])
    .where('agency_id', 'is not', null)
    .where('occurred_on', '>=', from)
    .where('occurred_on', '<=', to)
    .execute()
  const time = await db
    .selectFrom('time_entries')
    .select(['duration_seconds', 'cost_rate', 'payout_id', 'started_at'])
    .execute()
  const ofHours = new Set(time.map((entry) => entry.payout_id))
  const net = (counts: (entry: (typeof entries)[number]) => boolean) =>
    entries.filter(counts).reduce((sum, entry) => sum + (entry.base_amount ?? 0) - entry.base_tax, 0)
  const report = await owner.finance.taxReport({ from, to, basis: 'issued' })
  const revenue =
    report.output_total.net +
    net(({ direction, category }) => direction === 'income' && category !== 'invoices')
  const cost =
    net(({ direction, payout_id }) => direction === 'expense' && (!payout_id || !ofHours.has(payout_id))) +
    time
      .filter(({ started_at }) => started_at.slice(0, 10) >= from && started_at.slice(0, 10) <= to)
      .reduce((sum, entry) => sum + hoursValue(entry.duration_seconds, entry.cost_rate), 0)
  return { revenue, cost, margin: revenue - cost }
}

const sumOf = (rows: readonly ProfitFigures[]): ProfitFigures => {
  const total = (of: keyof ProfitFigures) => rows.reduce((sum, row) => sum + row[of], 0)
  return { revenue: total('revenue'), cost: total('cost'), margin: total('margin') }
}
const only = ({ revenue, cost, margin }: ProfitFigures): ProfitFigures => ({ revenue, cost, margin })

test.for([1, 20_260_301])(
  'random documents add up by project, client and period to the ledger, seed %i',
  async (seed) => {
    const world = await setUp(seed)
    const { db } = world
    for (const month of MONTHS) await enterMonth(world, month)
    const { owner } = world.on(LAST_DAY)
    const periods = [...MONTHS.map((month) => [`${month}-01`, `${month}-31`.replace('04-31', '04-30')])]
    for (const [from = '', to = ''] of [...periods, ['2026-03-01', LAST_DAY]]) {
      const issued = await owner.finance.profit({ from, to })
      expect(only(issued)).toEqual(await byHand(db, owner, from, to))
      const { current } = await owner.finance.summary({ from, to })
      const paid = await owner.finance.profit({ from, to, basis: 'paid' })
      expect(only(paid)).toEqual({ revenue: current.revenue, cost: current.expenses, margin: current.net })
      expect(issued.received).toBe(current.revenue)
      for (const basis of PROFIT_BASES) {
        for (const by of ['project', 'client'] as const) {
          const list = await owner.finance.profits({ from, to, basis, by })
          expect(list.total).toEqual(only(basis === 'issued' ? issued : paid))
          expect(sumOf(list.rows)).toEqual(list.total)
          for (const { id, name: _, ...row } of list.rows) {
            if (id === null) continue
            const record = by === 'project' ? { project_id: id } : { client_id: id }
            expect(only(await owner.finance.profit({ from, to, basis, ...record }))).toEqual(row)
          }
        }
      }
    }
    const months = await Promise.all(periods.map(([from, to]) => owner.finance.profit({ from, to })))
    expect(sumOf(months)).toEqual(only(await owner.finance.profit({})))
  },
)

test.for([3])('the rows of every part add up to it, seed %i', async (seed) => {
  const world = await setUp(seed)
  await enterMonth(world, '2026-03')
  const { owner } = world.on(LAST_DAY)
  for (const record of [{}, { client_id: world.client_id }, { project_id: world.projects[0] }]) {
    const { parts } = await owner.finance.profit(record)
    for (const [part, amount] of Object.entries(parts)) {
      const { rows, others } = await owner.finance.profitRows({ ...record, part: part as never })
      expect(rows.reduce((sum, row) => sum + row.amount, others.amount)).toBe(amount)
    }
  }
})
