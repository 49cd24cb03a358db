import { multiplyRatio } from '#shared/base/amounts/money.ts'
import { dateInZone } from '#shared/base/dates.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import { CHARGE_KINDS, MOVEMENT_LABELS, type MovementKind } from '#shared/money/ledger/provider-payouts.ts'
import type { BalanceMovement } from '../../../../base/adapters/payments/payment-provider-stripe-balance.ts'
import type { Ctx, Tx } from '../../../../base/core/context.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { insertInto, selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { transactIn } from '../../../../base/core/transaction.ts'
import { newId, toFlag, toInstant } from '../../../../base/db/values.ts'
import { agencyCurrency } from '../../../../identity/agencies/queries/agency.ts'
import { getPlatformRow } from '../../../../identity/auth/queries/platform.ts'
import { type LedgerPosting, postLedger } from '../../../ledger/commands/post-ledger.ts'
import { booksZoneOf } from '../../../ledger/queries/open-days.ts'
import type { PaymentRow } from '../../rules.ts'
import type { BalanceOwner } from '../queries/balance-reader.ts'

/**
 * Stores movements of an account's balance and books what nothing else does: fees, the platform's fee, and
 * adjustments. A movement and its entries are committed together, so that reading a page repeatedly or
 * concurrently books it once.
 */
export function bookMovements(
  ctx: Ctx,
  owner: BalanceOwner,
  movements: readonly BalanceMovement[],
  payoutId: string | null = null,
): Promise<void> {
  return transactIn(acrossAgencies(ctx), owner.agencyId, async (tx) => {
    const { provider_fees_since: since } = await getPlatformRow(tx)
    for (const movement of movements)
      await bookMovement(tx, owner, { ...movement, booked: isFrom(since, movement) })
    if (payoutId === null || movements.length === 0) return
    await updateTable(tx, 'balance_movements')
      .set({ payout_id: payoutId })
      .where('account', '=', owner.account)
      .where(
        'provider_movement_id',
        'in',
        movements.map(({ id }) => id),
      )
      .execute()
  })
}

/** A movement, and whether fees were already being booked at the time. */
type Movement = BalanceMovement & { booked: boolean }

const isFrom = (since: string | null, { occurredAt }: BalanceMovement): boolean =>
  since === null || toInstant(occurredAt) >= since

async function bookMovement(tx: Tx, owner: BalanceOwner, movement: Movement): Promise<void> {
  const payment = await paymentOf(tx, owner, movement)
  const isNew = await insertMovement(tx, owner, movement, payment?.id ?? null)
  // A payment may be created after its movement, for example a plan's bill or a charge whose response was
  // lost.
  const isFirst = isNew || (payment !== undefined && (await assignPayment(tx, owner, movement, payment.id)))
  if (!isFirst || !movement.booked) return
  if (payment !== undefined || isOfAccount(movement)) await book(tx, owner, movement, payment)
}

const paymentOf = (
  tx: Tx,
  { account }: BalanceOwner,
  { of: { intentId, paymentId } }: BalanceMovement,
): Promise<PaymentRow | undefined> =>
  selectFrom(tx, 'payments')
    .selectAll()
    .where('provider', '=', 'stripe')
    .where('account', '=', account)
    .where((eb) => eb.or([eb('id', '=', paymentId ?? ''), eb('provider_payment_id', '=', intentId ?? '')]))
    .orderBy('created_at')
    .executeTakeFirst()

async function insertMovement(
  tx: Tx,
  { account, agencyId }: BalanceOwner,
  movement: Movement,
  paymentId: string | null,
): Promise<boolean> {
  const row = await insertInto(tx, 'balance_movements')
    .values({
      id: newId(),
      agency_id: agencyId,
      account,
      provider_movement_id: movement.id,
      kind: movement.kind,
      payment_id: paymentId,
      payout_id: null,
      amount: movement.amount,
      fee: movement.fee,
      platform_fee: movement.platformFee,
      net: movement.net,
      currency: movement.currency,
      charged_amount: movement.charged?.amount ?? null,
      charged_currency: movement.charged?.currency ?? null,
      exchange_rate: movement.charged?.rate ?? null,
      description: movement.description,
      occurred_at: toInstant(movement.occurredAt),
      booked: toFlag(movement.booked),
      created_at: toInstant(tx.now),
    })
    .onConflict((conflict) => conflict.columns(['account', 'provider_movement_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

async function assignPayment(
  tx: Tx,
  { account }: BalanceOwner,
  { id }: BalanceMovement,
  paymentId: string,
): Promise<boolean> {
  const row = await updateTable(tx, 'balance_movements')
    .set({ payment_id: paymentId })
    .where('account', '=', account)
    .where('provider_movement_id', '=', id)
    .where('payment_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether it belongs to the account itself; others' charges on the account aren't booked. */
const isOfAccount = ({ kind, of }: BalanceMovement): boolean =>
  !(CHARGE_KINDS as readonly MovementKind[]).includes(kind) && of.intentId === null

type Entry = Pick<LedgerPosting, 'direction' | 'category' | 'amount'> & { name: string }

/** Costs and income of a movement beyond what payments, refunds, and disputes book. */
export function entriesOf({ kind, amount, fee, platformFee }: BalanceMovement): Entry[] {
  const expense = (category: string, cost: number, name: string): Entry => ({
    direction: 'expense',
    category,
    amount: cost,
    name,
  })
  const entries = [
    expense('provider_fees', fee + (kind === 'fee' ? -amount : 0), 'Processing fee'),
    expense('platform_fees', platformFee, 'Platform fee'),
    expense('provider_adjustments', kind === 'adjustment' ? -amount : 0, 'Adjustment'),
    expense('provider_adjustments', kind === 'contribution' ? -amount : 0, MOVEMENT_LABELS.contribution),
    {
      direction: 'income' as const,
      category: 'platform_fees',
      amount: kind === 'platform_fee' ? amount : 0,
      name: 'Platform fee',
    },
  ]
  return entries.filter((entry) => entry.amount !== 0)
}

async function book(
  tx: Tx,
  owner: BalanceOwner,
  movement: BalanceMovement,
  payment: PaymentRow | undefined,
): Promise<void> {
  const agencyId = booksOf(owner, movement, payment)
  const occurredOn = dateInZone(movement.occurredAt, await booksZoneOf(tx, agencyId))
  const base = await agencyCurrency(tx, agencyId)
  for (const { name, ...entry } of entriesOf(movement)) {
    await postLedger(tx, {
      ...entry,
      agencyId,
      currency: movement.currency,
      baseAmount: inCharged(movement, base, entry.amount),
      description: `${name}: ${payment?.description ?? movement.description}`,
      paymentId: payment?.id,
      clientId: payment?.client_id,
      occurredOn,
    })
  }
}

/** The payee bears the fee: the agency, or the platform for what is paid to it. */
function booksOf(
  { agencyId }: BalanceOwner,
  { kind }: BalanceMovement,
  payment: PaymentRow | undefined,
): AgencyId | null {
  if (kind === 'platform_fee') return null
  if (payment === undefined) return agencyId
  return payment.payee === 'agency' ? payment.agency_id : null
}

/** Uses the provider's rate if the ledger's currency is the one charged; else the exchange rate table. */
function inCharged({ charged, amount }: BalanceMovement, base: string, cost: number): number | undefined {
  if (charged === null || charged.currency !== base || amount === 0) return undefined
  return multiplyRatio(cost, charged.amount, Math.abs(amount))
}
