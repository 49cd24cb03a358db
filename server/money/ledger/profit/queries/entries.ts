import { type ExpressionBuilder, sql } from 'kysely'
import type { LedgerDirection } from '#shared/money/ledger/finance.ts'
import type { ProfitPart } from '#shared/money/ledger/profit.ts'
import type { ProfitSum } from '#shared/money/ledger/profit-split.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { sumOf } from '../../../../base/db/engines/dialect.ts'
import type { Schema } from '../../../../base/db/schema.ts'
import { netAmount } from '../../queries/net-amount.ts'
import { clientOf, projectsOf, type Scope, type Splitting } from './scope.ts'

type Entries = ExpressionBuilder<Schema, 'ledger_entries'>

/**
 * What an entry counts as; null for credit and tax. An agency's contributors are paid either for recorded
 * hours (`hours`) or otherwise (`payouts`).
 */
const partOf = (eb: Entries) =>
  eb
    .case()
    .when(
      eb.and([
        eb('ledger_entries.direction', '=', 'income'),
        eb('ledger_entries.category', '=', 'invoices'),
        eb('ledger_entries.invoice_id', 'is not', null),
      ]),
    )
    .then(sql.lit('invoices'))
    .when('ledger_entries.direction', '=', 'income')
    .then(sql.lit('other_income'))
    .when(
      eb.and([
        eb('ledger_entries.direction', '=', 'write_off'),
        eb('ledger_entries.category', '=', 'bad_debts'),
      ]),
    )
    .then(sql.lit('write_offs'))
    .when('ledger_entries.direction', '!=', 'expense')
    .then(null)
    .when('ledger_entries.hours_payout_id', 'is not', null)
    .then(sql.lit('hours'))
    .when('ledger_entries.employee_id', 'is not', null)
    .then(sql.lit('payouts'))
    .else(sql.lit('expenses'))
    .end()
    .$castTo<ProfitPart | null>()

/** The direction of entries that count as a part, for the indexes. */
const DIRECTIONS: Record<ProfitPart, LedgerDirection> = {
  invoices: 'income',
  credit_notes: 'income',
  other_income: 'income',
  write_offs: 'write_off',
  hours: 'expense',
  payouts: 'expense',
  expenses: 'expense',
}

/** The scope's ledger entries of some parts, whichever project or client they name. */
export function entriesOf(ctx: Ctx, { agencyId, from, to }: Scope, parts: readonly ProfitPart[]) {
  let entries = selectFrom(ctx, 'ledger_entries').where(
    'ledger_entries.agency_id',
    agencyId === null ? 'is' : '=',
    agencyId,
  )
  if (from !== null) entries = entries.where('ledger_entries.occurred_on', '>=', from)
  if (to !== null) entries = entries.where('ledger_entries.occurred_on', '<=', to)
  const directions = [...new Set(parts.map((part) => DIRECTIONS[part]))]
  return entries
    .where('ledger_entries.direction', 'in', directions)
    .where((eb) => eb(partOf(eb), 'in', [...parts]))
}

/** Limited to those that name the scope's project or client. */
export function entriesOfRecord(ctx: Ctx, scope: Scope, parts: readonly ProfitPart[]) {
  const { projectId, clientId } = scope
  let entries = entriesOf(ctx, scope, parts)
  if (projectId !== null) entries = entries.where('ledger_entries.project_id', '=', projectId)
  if (clientId !== null) {
    entries = entries.where((eb) =>
      eb.or([
        eb('ledger_entries.client_id', '=', clientId),
        eb.and([
          eb('ledger_entries.client_id', 'is', null),
          eb('ledger_entries.project_id', 'in', projectsOf(ctx, clientId)),
        ]),
      ]),
    )
  }
  return entries
}

interface EntrySums {
  sums: ProfitSum[]
  withoutRate: number
}

/** Totals of entries by part, and by project and client if they are split. */
export async function entrySums(
  ctx: Ctx,
  scope: Scope,
  parts: readonly ProfitPart[],
  { split }: Splitting,
): Promise<EntrySums> {
  const rows = await entriesOfRecord(ctx, scope, parts)
    .select((eb) => [
      partOf(eb).as('part'),
      sumOf<number | null>(netAmount(eb)).as('amount'),
      eb.fn.countAll<number>().as('entries'),
      eb.fn.count<number>('ledger_entries.base_amount').as('booked'),
    ])
    .groupBy('part')
    .$if(split, (query) =>
      query
        .select((eb) => [
          'ledger_entries.project_id',
          'ledger_entries.client_id',
          clientOf(ctx, eb.ref('ledger_entries.project_id')).as('client_of_project'),
        ])
        .groupBy(['ledger_entries.project_id', 'ledger_entries.client_id']),
    )
    .execute()
  return {
    sums: rows.flatMap(({ part, project_id = null, client_id, client_of_project = null, amount }) =>
      part === null
        ? []
        : [{ part, project_id, client_id: client_id ?? client_of_project, amount: amount ?? 0 }],
    ),
    withoutRate: rows.reduce((sum, row) => sum + row.entries - row.booked, 0),
  }
}
