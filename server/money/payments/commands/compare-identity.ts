import { identifyStripeAccount } from '../../../base/adapters/payments/payment-accounts-stripe.ts'
import { failedIntent } from '../../../base/adapters/payments/payment-provider.ts'
import type { Config } from '../../../base/core/config.ts'
import type { Ctx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { classesOf, listCards, type TableName } from '../../../base/db/table-cards.ts'
import { toInstant } from '../../../base/db/values.ts'
import { settleCharge } from '../charge/commands/settle-payment.ts'
import { isOfFormerAccount } from '../queries/stranded.ts'
import { formerAccount, INSTANCE, INTERRUPTED } from '../rules.ts'

/** Keys only change with a restart. */
const compared = new WeakSet<NonNullable<Config['stripe']>>()

/**
 * Compares the account and mode of the portal's keys with those that its rows belong to. If they differ, the rows are
 * set aside, and those set aside when these keys were last used are back. Throws if Stripe doesn't respond.
 */
export async function compareIdentity(caller: Ctx): Promise<void> {
  const { config, log } = caller.services
  const { stripe } = config
  if (stripe === null || compared.has(stripe)) return
  const ctx = acrossAgencies(caller)
  const identity = await identifyStripeAccount(stripe)
  const before = await transact(ctx, (tx) => adopt(tx, identity))
  if (before === null) log.info({ stripe: identity }, 'card payments use this Stripe account')
  else {
    const words =
      'the portal’s Stripe keys belong to another account or mode: saved cards and plans must be set up again'
    log.warn({ stripe: identity, before }, words)
  }
  await endPending(ctx)
  compared.add(stripe)
}

/** Returns the identity of the rows that were set aside, or null. */
async function adopt(tx: Tx, identity: string): Promise<string | null> {
  const { stripe_identity: before } = await tx.db
    .selectFrom('platform_settings')
    .select('stripe_identity')
    .executeTakeFirstOrThrow()
  if (before !== null && isSame(before, identity) && !isNamed(identity)) return null
  // Another process may have just compared them.
  const own = await tx.db
    .updateTable('platform_settings')
    .set({ stripe_identity: identity })
    .where('stripe_identity', before === null ? 'is' : '=', before)
    .returning('id')
    .executeTakeFirst()
  if (own === undefined || (before !== null && isSame(before, identity))) return null
  if (before !== null) {
    await moveRows(tx, { from: INSTANCE, to: formerAccount(before) })
    await endPlans(tx)
    await disconnectAccounts(tx, before)
  }
  // Also those of an agency that moved here before the first keys were set.
  const former = await formerIdentity(tx, identity)
  if (former !== null) {
    await moveRows(tx, { from: formerAccount(former), to: INSTANCE })
    await continuePlans(tx)
    await reconnectAccounts(tx, former)
  }
  if (before === null) return null
  await record(tx, 'platform.stripe-changed', { id: 'platform', agencyId: null, from: before, to: identity })
  return before
}

const isNamed = (identity: string): boolean => !identity.startsWith(':')

/** A key that can't read its account is identified only by its mode. */
function isSame(one: string, other: string): boolean {
  const modeOf = (identity: string) => identity.split(':')[1]
  return one === other || ((!isNamed(one) || !isNamed(other)) && modeOf(one) === modeOf(other))
}

/** The identity under which the rows of these keys were set aside; null if there is none, or more than one fits. */
async function formerIdentity(tx: Tx, identity: string): Promise<string | null> {
  const found = new Set<string>()
  for (const table of [...paymentTables(tx), ...BALANCE_TABLES]) {
    const rows = await selectFrom(tx, table as 'payments')
      .select('account')
      .distinct()
      .where('account', 'like', `${formerAccount('')}%`)
      .execute()
    for (const { account } of rows) found.add(account.slice(formerAccount('').length))
  }
  const connected = await selectFrom(tx, 'payment_accounts')
    .select('connected_to')
    .distinct()
    .where('connected_to', 'is not', null)
    .execute()
  for (const { connected_to } of connected) if (connected_to !== null) found.add(connected_to)
  if (found.has(identity)) return identity
  const [only, other] = [...found].filter((former) => isSame(former, identity))
  return other === undefined ? (only ?? null) : null
}

/** The tables whose rows belong to an account of either provider. */
const paymentTables = ({ services }: Tx): TableName[] =>
  listCards(services.tables)
    .filter(([, card]) => {
      const columns = classesOf(card).map(([column]) => column)
      return columns.includes('account') && columns.includes('provider')
    })
    .map(([table]) => table)

const BALANCE_TABLES = [
  'balance_movements',
  'balance_reads',
  'provider_payouts',
  'unmatched_disputes',
] as const

/** Rows of another account are neither offered, charged nor queried; mandates on them pause. */
async function moveRows(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  for (const table of paymentTables(tx)) {
    await updateTable(tx, table as 'payments')
      .set({ account: to })
      .where('account', '=', from)
      .where('provider', '=', 'stripe')
      .execute()
  }
  for (const table of BALANCE_TABLES) {
    await updateTable(tx, table as 'balance_reads')
      .set({ account: to })
      .where('account', '=', from)
      .execute()
  }
}

/** Plans of another account have no provider: they become overdue with their period unless chosen again. */
async function endPlans(tx: Tx): Promise<void> {
  await updateTable(tx, 'agency_subscriptions')
    .set((eb) => ({ provider: null, version: eb('version', '+', 1), updated_at: toInstant(tx.now) }))
    .where('provider', '=', 'stripe')
    .execute()
}

async function continuePlans(tx: Tx): Promise<void> {
  const customers = selectFrom(tx, 'payment_customers')
    .select('provider_customer_id')
    .where('provider', '=', 'stripe')
    .where('account', '=', INSTANCE)
  await updateTable(tx, 'agency_subscriptions')
    .set((eb) => ({ provider: 'stripe', version: eb('version', '+', 1), updated_at: toInstant(tx.now) }))
    .where('provider', 'is', null)
    .where('provider_customer_id', 'in', customers)
    .execute()
}

/** Accounts can only be reached with the keys that they were connected to. */
async function disconnectAccounts(tx: Tx, identity: string): Promise<void> {
  const accounts = await updateTable(tx, 'payment_accounts')
    .set({ removed_at: toInstant(tx.now), updated_at: toInstant(tx.now), connected_to: identity })
    .where('kind', '=', 'connect')
    .where('removed_at', 'is', null)
    .returning(['id', 'agency_id', 'name'])
    .execute()
  for (const { id, agency_id: agencyId, name } of accounts) {
    await record(tx, 'payment-account.changed', { id, agencyId, name, change: 'removed' })
  }
}

/** Unless the agency has chosen another account since. */
async function reconnectAccounts(tx: Tx, identity: string): Promise<void> {
  const accounts = await updateTable(tx, 'payment_accounts')
    .set({ removed_at: null, updated_at: toInstant(tx.now), connected_to: null })
    .where('connected_to', '=', identity)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_accounts as current')
            .select('current.id')
            .whereRef('current.agency_id', '=', 'payment_accounts.agency_id')
            .where('current.removed_at', 'is', null),
        ),
      ),
    )
    .returning(['id', 'agency_id', 'name'])
    .execute()
  for (const { id, agency_id: agencyId, name } of accounts) {
    await record(tx, 'payment-account.changed', { id, agencyId, name, change: 'connected' })
  }
}

/** Charges that weren't being processed would block their invoices; one that succeeded is reported at its account. */
async function endPending(ctx: Ctx): Promise<void> {
  const open = await selectFrom(ctx, 'payments')
    .select('id')
    .where('status', '=', 'pending')
    .where('processing_since', 'is', null)
    .where(isOfFormerAccount)
    .execute()
  for (const { id } of open) await settleCharge(ctx, id, failedIntent(ENDED, INTERRUPTED))
}

const ENDED = 'The portal’s Stripe account was changed before the payment finished.'
