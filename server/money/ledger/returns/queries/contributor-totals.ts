import { formatMoney } from '#shared/base/amounts/money.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { afterCursor } from '../../../../base/core/rows/paging.ts'
import { sumOf } from '../../../../base/db/engines/dialect.ts'
import { agencyCurrency } from '../../../../identity/agencies/queries/agency.ts'
import { ledgerOf, type Period } from '../../queries/ledger.ts'
import { isListed } from '../../queries/standing.ts'
import { necThreshold } from '../rules/form-1099.ts'
import { moneyColumn, textColumn } from '../rules/list.ts'
import { type EntryList, rowOfEntry } from './entry-list.ts'

const payouts = (ctx: Ctx, period: Period) =>
  ledgerOf(ctx, period)
    .innerJoin('employees', 'employees.id', 'ledger_entries.employee_id')
    .where('ledger_entries.direction', '=', 'expense')
    .where(isListed)

/** The amount that each contributor was paid, for Form 1099-NEC; the threshold is that of the period's last year. */
export const CONTRIBUTOR_TOTALS: EntryList = {
  currency: 'USD',
  columns: [
    textColumn('Contributor'),
    moneyColumn('Paid'),
    textColumn('Threshold'),
    textColumn('To be reported'),
  ],
  lines: async (ctx, period) => {
    const rows = await payouts(ctx, period)
      .select((eb) => [
        'employees.id',
        'employees.name',
        sumOf(eb.fn.coalesce('ledger_entries.base_amount', eb.lit(0))).as('paid'),
        eb.fn.countAll<number>().as('count'),
      ])
      .groupBy(['employees.id', 'employees.name'])
      .execute()
    const threshold = necThreshold(Number(period.to.slice(0, 4)))
    // Amounts in another currency can't be compared with the threshold.
    const isComparable = (await agencyCurrency(ctx, ctx.reach.agencyId)) === 'USD'
    const answerFor = (paid: number) => (isComparable ? (paid >= threshold ? 'Yes' : 'No') : '')
    return rows.map(({ id, name, paid, count }) => ({
      key: id,
      cells: [name, paid, formatMoney(threshold, 'USD'), answerFor(paid)],
      count: Number(count),
    }))
  },
  rows: async (ctx, period, { key, after, limit }) => {
    const entries = payouts(ctx, period)
      .selectAll('ledger_entries')
      .select('employees.name as client_name')
      .where('employees.id', '=', key)
    const rows = await afterCursor(entries, ['ledger_entries.occurred_at', 'ledger_entries.id'], after)
      .limit(limit)
      .execute()
    return rows.map((row) => rowOfEntry(row, 'payout'))
  },
}
