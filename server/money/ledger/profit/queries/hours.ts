import type { ExpressionBuilder } from 'kysely'
import { addUp, distribute, type ProfitSum } from '#shared/money/ledger/profit-split.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { sumOf } from '../../../../base/db/engines/dialect.ts'
import type { Schema } from '../../../../base/db/schema.ts'
import { costOfEntry } from '../../../../time/timesheets/queries/entry-cost.ts'
import { netAmount } from '../../taxes/queries/net-amount.ts'
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
  const { agencyId, projectId, clientId } = scope
  if (agencyId === null) return []
  const paid = await entriesOf(ctx, scope, ['hours'])
    .select((eb) => [
      'ledger_entries.hours_payout_id as payout_id',
      sumOf<number | null>(netAmount(eb)).as('amount'),
      sumOf(sign(eb)).as('times'),
    ])
    .groupBy('ledger_entries.hours_payout_id')
    .execute()
  if (paid.length === 0) return []
  const payouts = entriesOf(ctx, scope, ['hours']).select('ledger_entries.hours_payout_id')
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
  const sums = paid.flatMap(({ payout_id, amount, times }) => {
    const own = byPayout.get(payout_id) ?? []
    const weights = addUp(own.map((row) => [row.project_id, row.cost]))
    return [...distribute(amount ?? 0, weights, null)].map(([project_id, share]): ProfitSum => {
      const ofProject = own.find((row) => row.project_id === project_id)
      return {
        part: 'hours',
        project_id,
        client_id: ofProject?.client_id ?? null,
        amount: share,
        seconds: times * (ofProject?.seconds ?? 0),
      }
    })
  })
  return sums.filter(
    (sum) =>
      (projectId === null || sum.project_id === projectId) &&
      (clientId === null || sum.client_id === clientId),
  )
}
