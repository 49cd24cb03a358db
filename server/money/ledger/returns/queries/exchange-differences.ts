import type { Ctx } from '../../../../base/core/context.ts'
import { afterCursor } from '../../../../base/core/rows/paging.ts'
import { sumOf } from '../../../../base/db/engines/dialect.ts'
import { ledgerOf, type Period } from '../../queries/ledger.ts'
import { isListed } from '../../queries/standing.ts'
import { moneyColumn, textColumn } from '../rules/list.ts'
import { type EntryList, rowOfEntry } from './entry-list.ts'

/** Differences are booked in the base currency; the invoice or payment has the other. */
const differences = (ctx: Ctx, period: Period) =>
  ledgerOf(ctx, period)
    .leftJoin('invoices', 'invoices.id', 'ledger_entries.invoice_id')
    .leftJoin('payments', 'payments.id', 'ledger_entries.payment_id')
    .where('ledger_entries.category', '=', 'exchange_differences')
    .where(isListed)

/** Realized gains and losses by currency. */
export const EXCHANGE_DIFFERENCES: EntryList = {
  currency: null,
  columns: [textColumn('Currency'), moneyColumn('Gains'), moneyColumn('Losses'), moneyColumn('Net')],
  lines: async (ctx, period) => {
    const rows = await differences(ctx, period)
      .select((eb) => [
        eb.fn.coalesce('invoices.currency', 'payments.currency', 'ledger_entries.currency').as('currency'),
        sumOf(eb.fn.coalesce('ledger_entries.base_amount', eb.lit(0))).as('net'),
        // A reversal lowers the gains or losses that it reverses.
        sumOf(
          eb
            .case()
            .when(
              eb(
                'ledger_entries.base_amount',
                '*',
                eb.case().when('ledger_entries.reverses_id', 'is', null).then(1).else(-1).end(),
              ),
              '>',
              0,
            )
            .then(eb.ref('ledger_entries.base_amount'))
            .else(0)
            .end(),
        ).as('gains'),
        eb.fn.countAll<number>().as('count'),
      ])
      .groupBy((eb) => eb.fn.coalesce('invoices.currency', 'payments.currency', 'ledger_entries.currency'))
      .execute()
    return rows.map(({ currency, net, gains, count }) => ({
      key: currency,
      cells: [currency, gains, net - gains, net],
      count: Number(count),
    }))
  },
  rows: async (ctx, period, { key, after, limit }) => {
    const entries = differences(ctx, period)
      .leftJoin('clients', 'clients.id', 'ledger_entries.client_id')
      .selectAll('ledger_entries')
      .select('clients.name as client_name')
      .where((eb) =>
        eb(eb.fn.coalesce('invoices.currency', 'payments.currency', 'ledger_entries.currency'), '=', key),
      )
    const rows = await afterCursor(entries, ['ledger_entries.occurred_at', 'ledger_entries.id'], after)
      .limit(limit)
      .execute()
    return rows.map((row) => rowOfEntry(row, 'exchange_difference'))
  },
}
