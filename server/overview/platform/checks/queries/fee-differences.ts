import { formatCharged } from '#shared/base/amounts/money.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import { CHARGE_KINDS } from '#shared/money/ledger/provider-payouts.ts'
import type { BookDifference } from '#shared/overview/platform.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { sumOf } from '../../../../base/db/engines/dialect.ts'
import { addDays, toInstant } from '../../../../base/db/values.ts'

/** Stripe may take a day to report a payment's fee. */
const DAYS_TO_SETTLE = 2
const NAMED = 20

/** Differences between booked fees and those the provider charged, and payments without a reported fee. */
export async function feeDifferences(ctx: Ctx, agencyId: AgencyId): Promise<BookDifference[]> {
  const [charged, booked] = await Promise.all([takenFrom(ctx, agencyId), bookedBy(ctx, agencyId)])
  const keys = new Set([...charged.keys(), ...booked.keys()])
  const unlike = [...keys].flatMap((key) => {
    const [category = '', currency = ''] = key.split(' ')
    const money = (amount: number | undefined) => formatCharged(amount ?? 0, currency)
    if ((charged.get(key) ?? 0) === (booked.get(key) ?? 0)) return []
    const details = `The provider charged ${money(charged.get(key))} in ${NAMES[category]}, but the ledger has ${money(booked.get(key))}.`
    return [{ kind: 'fees' as const, subject: key, details }]
  })
  return [...unlike, ...(await unsettled(ctx, agencyId))]
}

const NAMES: Readonly<Record<string, string>> = {
  provider_fees: 'processing fees',
  platform_fees: 'platform fees',
}

/** Fees of the agency's payments and account, by category and currency. */
async function takenFrom(ctx: Ctx, agencyId: AgencyId): Promise<Map<string, number>> {
  const rows = await selectFrom(ctx, 'balance_movements')
    .leftJoin('payments', 'payments.id', 'balance_movements.payment_id')
    .select((eb) => [
      'balance_movements.currency',
      'balance_movements.kind',
      sumOf(eb.ref('balance_movements.fee')).as('fee'),
      sumOf(eb.ref('balance_movements.platform_fee')).as('platform_fee'),
      sumOf(eb.ref('balance_movements.amount')).as('amount'),
    ])
    .where('balance_movements.booked', '=', 1)
    .where((eb) =>
      eb.or([
        eb.and([eb('payments.agency_id', '=', agencyId), eb('payments.payee', '=', 'agency')]),
        eb.and([
          eb('balance_movements.payment_id', 'is', null),
          eb('balance_movements.agency_id', '=', agencyId),
          eb('balance_movements.kind', 'not in', [...CHARGE_KINDS, 'platform_fee']),
        ]),
      ]),
    )
    .groupBy(['balance_movements.currency', 'balance_movements.kind'])
    .execute()
  const sums = new Map<string, number>()
  const add = (key: string, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount)
  for (const { currency, kind, fee, platform_fee, amount } of rows) {
    add(`provider_fees ${currency}`, fee - (kind === 'fee' ? amount : 0))
    add(`platform_fees ${currency}`, platform_fee)
  }
  return sums
}

async function bookedBy(ctx: Ctx, agencyId: AgencyId): Promise<Map<string, number>> {
  const rows = await selectFrom(ctx, 'ledger_entries')
    .select((eb) => ['category', 'currency', sumOf(eb.ref('amount')).as('amount')])
    .where('agency_id', '=', agencyId)
    .where('direction', '=', 'expense')
    .where('category', 'in', Object.keys(NAMES))
    .groupBy(['category', 'currency'])
    .execute()
  return new Map(rows.map(({ category, currency, amount }) => [`${category} ${currency}`, amount]))
}

/** Card payments missing from their account's balance although that was read later. */
async function unsettled(ctx: Ctx, agencyId: AgencyId): Promise<BookDifference[]> {
  const reads = await selectFrom(ctx, 'balance_reads')
    .select(['account', 'read_to'])
    .where('read_to', 'is not', null)
    .execute()
  const quiet = toInstant(addDays(ctx.now, -DAYS_TO_SETTLE))
  const found: BookDifference[] = []
  for (const { account, read_to } of reads) {
    const until = read_to === null || read_to > quiet ? quiet : read_to
    const rows = await selectFrom(ctx, 'payments')
      .leftJoin('balance_movements', (join) =>
        join
          .onRef('balance_movements.payment_id', '=', 'payments.id')
          .on('balance_movements.kind', '=', 'payment'),
      )
      .select(['payments.id', 'payments.description'])
      .where('payments.agency_id', '=', agencyId)
      .where('payments.account', '=', account)
      .where('payments.provider', '=', 'stripe')
      .where('payments.status', 'in', ['succeeded', 'refunded'])
      .where('payments.paid_at', '<', until)
      .where('balance_movements.id', 'is', null)
      .orderBy('payments.id')
      .limit(NAMED)
      .execute()
    for (const { id, description } of rows) {
      const details = `The payment “${description}” is missing from the provider’s balance, so its fee is not booked.`
      found.push({ kind: 'fees', subject: id, details })
    }
  }
  return found
}

/** A payout must equal the sum of its movements. */
export async function payoutDifferences(ctx: Ctx, agencyId: AgencyId): Promise<BookDifference[]> {
  const rows = await selectFrom(ctx, 'provider_payouts')
    .leftJoin('balance_movements', 'balance_movements.payout_id', 'provider_payouts.id')
    .select((eb) => [
      'provider_payouts.id',
      'provider_payouts.provider_payout_id',
      'provider_payouts.amount',
      'provider_payouts.currency',
      sumOf<number | null>(eb.ref('balance_movements.net')).as('net'),
    ])
    .where('provider_payouts.agency_id', '=', agencyId)
    .where('provider_payouts.read_at', 'is not', null)
    .groupBy([
      'provider_payouts.id',
      'provider_payouts.provider_payout_id',
      'provider_payouts.amount',
      'provider_payouts.currency',
    ])
    .having((eb) =>
      eb(
        eb.fn.coalesce(sumOf(eb.ref('balance_movements.net')), eb.lit(0)),
        '!=',
        eb.ref('provider_payouts.amount'),
      ),
    )
    .execute()
  return rows.map(({ id, provider_payout_id, amount, currency, net }) => ({
    kind: 'payouts',
    subject: id,
    details: `The payout ${provider_payout_id} is ${formatCharged(amount, currency)}, but its entries add up to ${formatCharged(net ?? 0, currency)}.`,
  }))
}
