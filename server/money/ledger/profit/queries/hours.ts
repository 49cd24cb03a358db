import type { Expression, ExpressionBuilder } from 'kysely'
import { addUp, distribute, type ProfitSum } from '#shared/money/ledger/profit-split.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { sumOf } from '../../../../base/db/engines/dialect.ts'
import type { Schema } from '../../../../base/db/schema.ts'
import { costOfEntry } from '../../../../time/timesheets/queries/entry-cost.ts'
import { netAmount } from '../../queries/net-amount.ts'
import { entriesOf } from './entries.ts'
import { clientOf, type Scope, timeOf } from './scope.ts'

/** The cost of recorded hours by project, whether they are paid out yet or not. */
export async function hourSums(ctx: Ctx, scope: Scope): Promise<ProfitSum[]> {
  if (scope.agencyId === null) return []
  const rows = await timeOf(ctx, scope)
    .select((eb) => [
      'time_entries.project_id',
      clientOf(ctx, eb.ref('time_entries.project_id')).as('client_id'),
      sumOf(costOfEntry).as('amount'),
      sumOf(eb.ref('time_entries.duration_seconds')).as('seconds'),
    ])
    .groupBy('time_entries.project_id')
    .execute()
  return rows.map((row) => ({ part: 'hours', ...row }))
}

/** The sign with which an entry pays its hours: negative if it reverses a payment. */
const sign = (eb: ExpressionBuilder<Schema, 'ledger_entries'>) =>
  eb.case().when('ledger_entries.amount', '<', 0).then(eb.lit(-1)).else(eb.lit(1)).end()

/** Payouts of recorded hours when they were paid, split by the cost of their hours. */
export async function paidHourSums(ctx: Ctx, scope: Scope): Promise<ProfitSum[]> {
  if (scope.agencyId === null) return []
  const paid = await entriesOf(ctx, scope, ['hours'])
    .select((eb) => [
      'ledger_entries.hours_payout_id as payout_id',
      sumOf<number | null>(netAmount(eb)).as('amount'),
      sumOf(sign(eb)).as('times'),
    ])
    .groupBy('ledger_entries.hours_payout_id')
    .execute()
  if (paid.length === 0) return []
  const split = await splitByHours(
    ctx,
    scope,
    entriesOf(ctx, scope, ['hours']).select('ledger_entries.hours_payout_id').$asScalar(),
  )
  return paid.flatMap(({ payout_id, amount, times }) =>
    split(payout_id, amount ?? 0).map(({ seconds, ...share }): ProfitSum => {
      return { part: 'hours', ...share, seconds: times * seconds }
    }),
  )
}

/** Tax on a bill of recorded hours, of one project, that can't be deducted. */
interface LostTax extends ProfitSum {
  id: string
  date: string
  label: string
}

/** The amount by which payouts of recorded hours exceed their cost: tax that can't be deducted, when it was paid. */
export async function lostTaxOfHours(ctx: Ctx, scope: Scope): Promise<LostTax[]> {
  if (scope.agencyId === null) return []
  const taxed = () =>
    entriesOf(ctx, scope, ['hours'])
      .innerJoin('ledger_taxes', 'ledger_taxes.entry_id', 'ledger_entries.id')
      .where((eb) => eb(lostTax(eb), '!=', 0))
  const bills = await taxed()
    .select((eb) => [
      'ledger_entries.id',
      'ledger_entries.hours_payout_id as payout_id',
      'ledger_entries.occurred_on as date',
      'ledger_entries.description as label',
      sumOf(lostTax(eb)).as('amount'),
    ])
    .groupBy([
      'ledger_entries.id',
      'ledger_entries.hours_payout_id',
      'ledger_entries.occurred_on',
      'ledger_entries.description',
    ])
    .execute()
  if (bills.length === 0) return []
  const split = await splitByHours(ctx, scope, taxed().select('ledger_entries.hours_payout_id').$asScalar())
  return bills.flatMap(({ payout_id, amount, ...bill }) =>
    split(payout_id, amount).map(({ seconds: _, ...share }): LostTax => {
      return { part: 'payouts', ...bill, ...share }
    }),
  )
}

/** In base currency; 0 while the exchange rate is missing. */
function lostTax(eb: ExpressionBuilder<Schema, 'ledger_taxes'>) {
  const { coalesce } = eb.fn
  const [owed, none] = [eb.ref('ledger_taxes.owed_tax'), eb.lit(0)]
  const notDeducted = eb(coalesce(owed, none), '-', coalesce('ledger_taxes.deducted_tax', owed, none))
  return eb.parens(eb(coalesce('ledger_taxes.base_undeducted_tax', none), '+', eb.parens(notDeducted)))
}

type Payouts = Expression<string | null>

/** Splits amounts by the cost of a payout's hours over their projects, and returns those of the scope. */
async function splitByHours(ctx: Ctx, { agencyId, projectId, clientId }: Scope, payouts: Payouts) {
  const [time, released] = await Promise.all([
    selectFrom(ctx, 'time_entries')
      .select((eb) => [
        'time_entries.payout_id',
        'time_entries.project_id',
        clientOf(ctx, eb.ref('time_entries.project_id')).as('client_id'),
        sumOf(costOfEntry).as('cost'),
        sumOf(eb.ref('time_entries.duration_seconds')).as('seconds'),
      ])
      .where('time_entries.agency_id', '=', agencyId)
      .where('time_entries.payout_id', 'in', payouts)
      .groupBy(['time_entries.payout_id', 'time_entries.project_id'])
      .execute(),
    // Of payouts canceled since.
    selectFrom(ctx, 'released_time')
      .select((eb) => [
        'released_time.payout_id',
        'released_time.project_id',
        clientOf(ctx, eb.ref('released_time.project_id')).as('client_id'),
        'released_time.cost',
        'released_time.seconds',
      ])
      .where('released_time.agency_id', '=', agencyId)
      .where('released_time.payout_id', 'in', payouts)
      .execute(),
  ])
  const byPayout = Map.groupBy([...time, ...released], (row) => row.payout_id)
  return (payoutId: string | null, amount: number) => {
    const own = byPayout.get(payoutId) ?? []
    const weights = addUp(own.map((row) => [row.project_id, row.cost]))
    const shares = [...distribute(amount, weights, null)].map(([project_id, share]) => {
      const ofProject = own.find((row) => row.project_id === project_id)
      const { client_id = null, seconds = 0 } = ofProject ?? {}
      return { project_id, client_id, amount: share, seconds }
    })
    return shares.filter(
      (share) =>
        (projectId === null || share.project_id === projectId) &&
        (clientId === null || share.client_id === clientId),
    )
  }
}
