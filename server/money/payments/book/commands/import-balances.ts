import {
  type BalanceReader,
  readingProblem,
} from '../../../../base/adapters/payments/payment-provider-stripe-balance.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { insertInto, selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import type { WorkItem } from '../../../../base/core/work/items.ts'
import { workThrough } from '../../../../base/core/work/work-through.ts'
import { addDays, toInstant } from '../../../../base/db/values.ts'
import { accountItems } from '../queries/account-items.ts'
import { type BalanceOwner, balanceReaderOf, firstCharge, ownerOf } from '../queries/balance-reader.ts'
import { bookMovements } from './book-movements.ts'
import { trackPayout } from './track-payout.ts'

/** Movements are re-read for this long, in case their payment is created late. */
const OVERLAP_DAYS = 2
/** A payout may fail weeks later. */
const PAYOUT_DAYS = 45
const PAYOUTS_AT_ONCE = 50

/**
 * Reads each account's balance movements since the last read, and the contents of newly itemized payouts,
 * independent of events. Returns the number of accounts read.
 */
export async function importBalances(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  const of = (item: WorkItem) => item
  const accounts = await accountItems(ctx)
  return workThrough(ctx, { work: 'account-balance', of, signal }, accounts, async ({ id: account }) => {
    const [owner, reader, first] = await Promise.all([
      ownerOf(ctx, account),
      balanceReaderOf(ctx, account),
      firstCharge(ctx, account),
    ])
    if (owner === null || reader === null || first === null) return 0
    try {
      await readBalance(ctx, { owner, reader, first })
      return 1
    } catch (error) {
      await noteRead(ctx, owner, { problem: readingProblem(error) })
      throw error
    }
  })
}

async function readBalance(
  ctx: Ctx,
  { owner, reader, first }: { owner: BalanceOwner; reader: BalanceReader; first: Date },
): Promise<void> {
  const { account } = owner
  const state = await selectFrom(ctx, 'balance_reads')
    .select('read_to')
    .where('account', '=', account)
    .executeTakeFirst()
  const start = addDays(first, -1)
  const since = (days: number): Date => {
    const last = state?.read_to
    // A time in the future was stored while the clock was ahead.
    if (!last || last > toInstant(ctx.now)) return start
    return new Date(Math.max(start.getTime(), addDays(new Date(last), -days).getTime()))
  }
  for await (const page of reader.movementsSince(since(OVERLAP_DAYS))) await bookMovements(ctx, owner, page)
  for await (const payout of reader.payoutsSince(since(PAYOUT_DAYS))) {
    await transact(acrossAgencies(ctx), (tx) => trackPayout(tx, owner, payout))
  }
  await readPayouts(ctx, owner, reader)
  await noteRead(ctx, owner, { read_to: toInstant(ctx.now), problem: null })
}

/** The contents of payouts that the provider has itemized since. */
async function readPayouts(ctx: Ctx, owner: BalanceOwner, reader: BalanceReader): Promise<void> {
  const unread = await selectFrom(ctx, 'provider_payouts')
    .select(['id', 'provider_payout_id'])
    .where('account', '=', owner.account)
    .where('itemization', '=', 'complete')
    .where('read_at', 'is', null)
    .orderBy('arrives_on')
    .limit(PAYOUTS_AT_ONCE)
    .execute()
  for (const payout of unread) {
    for await (const page of reader.movementsOf(payout.provider_payout_id)) {
      await bookMovements(ctx, owner, page, payout.id)
    }
    await updateTable(ctx, 'provider_payouts')
      .set({ read_at: toInstant(ctx.now) })
      .where('id', '=', payout.id)
      .execute()
  }
}

function noteRead(
  ctx: Ctx,
  { account, agencyId }: BalanceOwner,
  outcome: { read_to?: string; problem: string | null },
): Promise<unknown> {
  const row = { ...outcome, agency_id: agencyId, updated_at: toInstant(ctx.now) }
  return insertInto(ctx, 'balance_reads')
    .values({ account, read_to: null, ...row })
    .onConflict((conflict) => conflict.column('account').doUpdateSet(row))
    .execute()
}
