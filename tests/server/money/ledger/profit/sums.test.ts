import { expect, test } from 'vitest'
import type { Db } from '#server/base/db/schema.ts'
import { hoursValue } from '#shared/base/amounts/money.ts'
import { PROFIT_BASES, type ProfitFigures } from '#shared/money/ledger/profit.ts'
import type { Caller } from '#tests/support/caller.ts'
import { seedsHere } from '#tests/support/databases/random-cases.ts'
import { enterMonth, LAST_DAY, setUpProfit } from './setup.ts'

const MONTHS = ['2026-03', '2026-04', '2026-05']

/** Totals of a period, computed by hand from the tables and from the tax report. */
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

test.for(seedsHere(1, 20_260_301))(
  'random documents add up by project, client and period to the ledger, seed %i',
  async (seed) => {
    const world = await setUpProfit(seed)
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
  const world = await setUpProfit(seed)
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
