import { type BalanceReader, readingProblem } from '../../adapters/payment-provider-stripe-balance.ts'
import type { Ctx } from '../../core/context.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { insertInto, selectFrom, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { addDays, toInstant } from '../../db/values.ts'
import { accountsInUse } from '../queries/accounts.ts'
import { type BalanceOwner, balanceReaderOf, firstCharge, ownerOf } from '../queries/balance-reader.ts'
import { bookMovements } from './book-movements.ts'
import { notePayout } from './track-payout.ts'

/** Movements are read again for as long as a payment of theirs may come in late. */
const OVERLAP_DAYS = 2
/** A payout may fail weeks after it was made. */
const PAYOUT_DAYS = 45
const PAYOUTS_AT_ONCE = 50

/**
 * Reads what moved each account's balance since it was last read, and what is in the payouts that the
 * provider has itemized by now, whether or not events told of it. Returns how many accounts were read.
 */
export async function readBalances(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  let read = 0
  for (const account of await accountsInUse(ctx)) {
    if (signal?.aborted) return read
    const [owner, reader, first] = await Promise.all([
      ownerOf(ctx, account),
      balanceReaderOf(ctx, account),
      firstCharge(ctx, account),
    ])
    if (owner === null || reader === null || first === null) continue
    try {
      await readBalance(ctx, { owner, reader, first })
      read++
    } catch (error) {
      ctx.services.log.warn({ err: error, account }, 'the balance of an account could not be read')
      await noteRead(ctx, owner, { problem: readingProblem(error) })
    }
  }
  return read
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
    if (!last) return start
    return new Date(Math.max(start.getTime(), addDays(new Date(last), -days).getTime()))
  }
  for await (const page of reader.movementsSince(since(OVERLAP_DAYS))) await bookMovements(ctx, owner, page)
  for await (const payout of reader.payoutsSince(since(PAYOUT_DAYS))) {
    await transact(acrossAgencies(ctx), (tx) => notePayout(tx, owner, payout))
  }
  await readPayouts(ctx, owner, reader)
  await noteRead(ctx, owner, { read_to: toInstant(ctx.now), problem: null })
}

/** What is in the payouts that the provider has itemized since. */
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
    .onConflict((known) => known.column('account').doUpdateSet(row))
    .execute()
}
