import type { z } from 'zod'
import { dateInZone } from '#shared/base/dates.ts'
import type { sepaBatchCreateInput } from '#shared/money/schemas/sepa.ts'
import type { SepaBatchDto } from '#shared/money/sepa.ts'
import { writeTransferFile } from '../../../../base/adapters/bank-files/pain.ts'
import { AppError, conflict, fieldError, notFound } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { insertInto, selectFrom, updateTable } from '../../../../base/core/rows/rows.ts'
import { sealForInstance } from '../../../../base/core/secret-box.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { isUniqueViolation } from '../../../../base/db/engines/dialect.ts'
import { newId, toInstant } from '../../../../base/db/values.ts'
import { letterheadProfileOf } from '../../../../identity/letterhead/queries/profile-row.ts'
import { fileOf, isReachable, isWritable, requireExpected } from '../../rules.ts'
import { accountsOf } from '../queries/accounts.ts'
import { getSepaBatch } from '../queries/batches.ts'

type NewBatch = z.output<typeof sepaBatchCreateInput>

/** Puts pending payouts into a file for the bank; none of them can be in another until it is canceled. */
export async function createSepaBatch(ctx: AgencyCtx, input: NewBatch): Promise<SepaBatchDto> {
  try {
    return await transact(ctx, async (tx) => {
      const payouts = await lockPayouts(tx, [...new Set(input.payout_ids)])
      requireExpected(payouts, input.expected)
      requireLaterDay(tx, input.execute_on)
      const payer = await payerOf(tx)
      const accounts = await accountsOf(tx, [...new Set(payouts.map(({ employee_id }) => employee_id))])
      const id = newId()
      const file = fileOf({
        id,
        madeAt: tx.now,
        executeOn: input.execute_on,
        payer,
        payouts: payouts.map((payout) => {
          const payee = accounts.get(payout.employee_id)
          if (payee === undefined) throw notFound('This contributor')
          return {
            payoutId: payout.id,
            payee,
            amount: payout.amount,
            purpose: input.purpose ?? payout.description,
          }
        }),
      })
      const total = payouts.reduce((sum, { amount }) => sum + amount, 0)
      await insertBatch(
        tx,
        { id, total, executeOn: input.execute_on, content: writeTransferFile(file) },
        payouts,
      )
      await record(tx, 'sepa-batch.created', { id, amount: total, currency: 'EUR', count: payouts.length })
      return getSepaBatch(tx, id)
    })
  } catch (error) {
    if (isUniqueViolation(error)) {
      throw new AppError('CONFLICT', 'One of the payouts is already in another SEPA file.', {
        reason: 'already_in_batch',
      })
    }
    throw error
  }
}

interface LockedPayout {
  id: string
  employee_id: string
  amount: number
  currency: string
  description: string
}

/** Locks the payouts, so that nobody pays, bills or cancels them meanwhile; in the order they were chosen. */
async function lockPayouts(tx: Tx<AgencyCtx>, ids: readonly string[]): Promise<LockedPayout[]> {
  const rows = await updateTable(tx, 'payouts')
    .set((eb) => ({ updated_at: toInstant(tx.now), version: eb('version', '+', 1) }))
    .where('agency_id', '=', tx.reach.agencyId)
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .returning(['id', 'employee_id', 'amount', 'currency', 'description'])
    .execute()
  if (rows.length === 0) throw notFound('This payout')
  if (rows.length < ids.length) throw conflict('One of the payouts')
  if (rows.some(({ currency }) => currency !== 'EUR')) {
    throw new AppError('BAD_REQUEST', 'SEPA transfers are in euros only. Choose payouts in EUR.', {
      reason: 'currency_differs',
    })
  }
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

function requireLaterDay(tx: Tx<AgencyCtx>, day: string): void {
  if (day >= dateInZone(tx.now, tx.reach.booksZone)) return
  const message = 'The bank can’t make transfers in the past. Choose today or a later day.'
  throw fieldError('execute_on', message)
}

/** The agency's own account, as on its invoices. */
async function payerOf(tx: Tx<AgencyCtx>): Promise<{ name: string; iban: string; bic: string | null }> {
  const { agencyId } = tx.reach
  const profile = await letterheadProfileOf(tx, agencyId)
  const agency = await selectFrom(tx, 'agencies')
    .select('name')
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  if (profile === undefined || profile.iban === null) {
    throw new AppError('BAD_REQUEST', 'Enter your agency’s IBAN in Settings › Billing first.', {
      reason: 'own_account_missing',
    })
  }
  if (!isReachable(profile.iban)) {
    throw new AppError('BAD_REQUEST', 'SEPA doesn’t reach your agency’s own account.', {
      reason: 'account_outside_sepa',
    })
  }
  const name = profile.account_holder ?? profile.legal_name ?? agency.name
  if (!isWritable(name)) {
    throw new AppError(
      'BAD_REQUEST',
      'Enter the account holder in Latin letters in Settings › Billing first.',
      {
        reason: 'own_account_missing',
      },
    )
  }
  return { name, iban: profile.iban, bic: profile.bic }
}

interface NewFile {
  id: string
  total: number
  executeOn: string
  content: string
}

async function insertBatch(
  tx: Tx<AgencyCtx>,
  { id, total, executeOn, content }: NewFile,
  payouts: readonly LockedPayout[],
): Promise<void> {
  const agency_id = tx.reach.agencyId
  await insertInto(tx, 'sepa_batches')
    .values({
      agency_id,
      id,
      total,
      transfer_count: payouts.length,
      execute_on: executeOn,
      file: sealForInstance(tx.services.config, content),
      made_by: tx.actor.name,
      settled_at: null,
      cancelled_at: null,
      created_at: toInstant(tx.now),
    })
    .execute()
  await insertInto(tx, 'sepa_transfers')
    .values(payouts.map((payout) => ({ agency_id, payout_id: payout.id, batch_id: id })))
    .execute()
}
