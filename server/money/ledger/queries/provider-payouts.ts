import type { NotNull } from 'kysely'
import type { z } from 'zod'
import { shiftDate } from '#shared/base/calendar.ts'
import type { Page } from '#shared/base/paging.ts'
import {
  type BalanceMovementDto,
  type BalanceStateDto,
  CHARGE_KINDS,
  type ProviderPayoutDto,
  UNBOOKED_KINDS,
} from '#shared/money/ledger/provider-payouts.ts'
import type {
  payoutMovementsInput,
  providerPayoutListInput,
} from '#shared/money/ledger/schemas/provider-payouts.ts'
import { startOfDay } from '../../../base/adapters/zone.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { pageAfter } from '../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { sumOf } from '../../../base/db/engines/dialect.ts'
import type { Period } from './ledger.ts'

/** Payouts to the caller's bank: their agency's, or the platform's for an administrator. */
export function payoutsOf(ctx: UserCtx, { from, to }: Period) {
  const { agencyId } = ctx.reach
  let payouts = selectFrom(ctx, 'provider_payouts').where(
    'provider_payouts.agency_id',
    agencyId === null ? 'is' : '=',
    agencyId,
  )
  if (from !== null) payouts = payouts.where('provider_payouts.arrives_on', '>=', from)
  if (to !== null) payouts = payouts.where('provider_payouts.arrives_on', '<=', to)
  return payouts
}

/** The payment provider's payouts to the bank, newest first, with their contents. */
export async function listProviderPayouts(
  ctx: UserCtx,
  input: z.output<typeof providerPayoutListInput>,
): Promise<Page<ProviderPayoutDto>> {
  const period = { from: input.from ?? null, to: input.to ?? null }
  const page = await pageAfter(
    payoutsOf(ctx, period).selectAll('provider_payouts'),
    ['provider_payouts.arrives_on', 'provider_payouts.id'],
    input,
    (row) => row,
  )
  const read = page.items.filter((row) => row.read_at !== null).map(({ id }) => id)
  const sums = await sumsOf(ctx, read)
  const items = page.items.map((row) => ({
    id: row.id,
    reference: row.provider_payout_id,
    arrives_on: row.arrives_on,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    failure: row.failure_message,
    itemization: row.itemization,
    sums: sums.get(row.id) ?? null,
  }))
  return { ...page, items }
}

/** Totals of the movements in each payout. */
export async function sumsOf(
  ctx: UserCtx,
  payoutIds: readonly string[],
): Promise<Map<string, NonNullable<ProviderPayoutDto['sums']>>> {
  if (payoutIds.length === 0) return new Map()
  const rows = await selectFrom(ctx, 'balance_movements')
    .select((eb) => [
      'payout_id',
      sumOf(eb.ref('amount')).as('gross'),
      sumOf(eb.ref('fee')).as('fees'),
      sumOf(eb.ref('platform_fee')).as('platform_fees'),
      sumOf(eb.ref('net')).as('net'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('payout_id', 'in', payoutIds)
    .$narrowType<{ payout_id: NotNull }>()
    .groupBy('payout_id')
    .execute()
  return new Map(rows.map(({ payout_id, ...sums }) => [payout_id, { ...sums, count: Number(sums.count) }]))
}

/** The movements in one payout, oldest first; throws NOT_FOUND if it isn't the caller's. */
export async function listPayoutMovements(
  ctx: UserCtx,
  input: z.output<typeof payoutMovementsInput>,
): Promise<Page<BalanceMovementDto>> {
  const payout = await payoutsOf(ctx, { from: null, to: null })
    .select('provider_payouts.id')
    .where('provider_payouts.id', '=', input.payout_id)
    .executeTakeFirst()
  if (payout === undefined) throw notFound('This payout')
  const movements = movementsOf(ctx).where('balance_movements.payout_id', '=', payout.id)
  return pageAfter(
    movements,
    ['balance_movements.occurred_at', 'balance_movements.id'],
    input,
    toMovement,
    'asc',
  )
}

/** Movements in a period that aren't in the books, newest first: their kind isn't booked, or the charge isn't ours. */
export async function listUnbookedMovements(
  ctx: UserCtx,
  input: z.output<typeof providerPayoutListInput>,
): Promise<Page<BalanceMovementDto>> {
  const { agencyId, booksZone } = ctx.reach
  let movements = movementsOf(ctx)
    .where('balance_movements.agency_id', agencyId === null ? 'is' : '=', agencyId)
    .where('balance_movements.booked', '=', 1)
    .where('balance_movements.payment_id', 'is', null)
    .where('balance_movements.kind', 'in', [...CHARGE_KINDS, ...UNBOOKED_KINDS])
  if (input.from) {
    movements = movements.where('balance_movements.occurred_at', '>=', startOfDay(input.from, booksZone))
  }
  if (input.to) {
    const end = startOfDay(shiftDate(input.to, 1), booksZone)
    movements = movements.where('balance_movements.occurred_at', '<', end)
  }
  return pageAfter(movements, ['balance_movements.occurred_at', 'balance_movements.id'], input, toMovement)
}

type MovementRow = Awaited<ReturnType<ReturnType<typeof movementsOf>['executeTakeFirstOrThrow']>>

/** Movements with their payment and client, as far as visible to the caller. */
export const movementsOf = (ctx: UserCtx) =>
  selectFrom(ctx, 'balance_movements')
    .leftJoin('payments', 'payments.id', 'balance_movements.payment_id')
    .leftJoin('clients', 'clients.id', 'payments.client_id')
    .leftJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .selectAll('balance_movements')
    .select([
      'payments.description as payment_description',
      'payments.receipt_number',
      'clients.name as client_name',
      'invoices.number as invoice_number',
    ])

const toMovement = (row: MovementRow): BalanceMovementDto => ({
  id: row.id,
  kind: row.kind,
  date: row.occurred_at,
  description: row.payment_description ?? row.description,
  client_name: row.client_name,
  amount: row.amount,
  fee: row.fee,
  platform_fee: row.platform_fee,
  net: row.net,
  currency: row.currency,
  charged:
    row.charged_amount === null || row.charged_currency === null
      ? null
      : { amount: row.charged_amount, currency: row.charged_currency, rate: row.exchange_rate },
})

/** How far the balance of the caller's account has been read; null if there is none. */
export async function getBalanceState(ctx: UserCtx): Promise<BalanceStateDto | null> {
  const { agencyId } = ctx.reach
  const row = await selectFrom(ctx, 'balance_reads')
    .select(['read_to', 'problem'])
    .where('agency_id', agencyId === null ? 'is' : '=', agencyId)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
