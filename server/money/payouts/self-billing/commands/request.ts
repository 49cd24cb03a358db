import type { z } from 'zod'
import type { selfBillingRequestInput } from '#shared/money/schemas/self-billing.ts'
import { AGREEMENT_VERSION, prefixKey, type SelfBillingDto } from '#shared/money/self-billing.ts'
import { AppError, fieldError } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { insertInto, selectFrom } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../../base/db/values.ts'
import { requirePayee } from '../../sepa/queries/accounts.ts'
import { getSelfBilling, latestAgreement, stateOf, todayOf } from '../queries/agreements.ts'

type Request = z.output<typeof selfBillingRequestInput>

/** Asks a contributor to agree to self-billing. */
export function requestSelfBilling(ctx: AgencyCtx, input: Request): Promise<SelfBillingDto> {
  return transact(ctx, async (tx) => {
    const payee = await requirePayee(tx, input.employee_id)
    if (input.ends_on !== null && input.ends_on < todayOf(tx)) {
      throw fieldError('ends_on', 'The last day can’t be in the past.')
    }
    const before = await latestAgreement(tx, payee.id)
    const state = before === undefined ? null : stateOf(before, todayOf(tx))
    if (state === 'requested' || state === 'active') throw thereIsOne()
    await keepSeries(tx, payee.id, input.prefix)
    const id = newId()
    const now = toInstant(tx.now)
    await insertInto(tx, 'self_billing_agreements')
      .values({
        agency_id: tx.reach.agencyId,
        id,
        employee_id: payee.id,
        generation: (before?.generation ?? 0) + 1,
        prefix_key: prefixKey(input.prefix),
        text_version: AGREEMENT_VERSION,
        ends_on: input.ends_on,
        requested_by: tx.actor.name,
        document_count: 0,
        version: 1,
        created_at: now,
        updated_at: now,
      })
      .execute()
    await record(tx, 'self-billing.requested', { id, name: payee.name, employeeId: payee.id })
    return getSelfBilling(tx, { employee_id: payee.id })
  })
}

const thereIsOne = (): AppError =>
  new AppError('CONFLICT', 'There is already an agreement or a request. Revoke it first.', {
    reason: 'agreement_exists',
  })

/** A contributor's prefix stays theirs, so that no number is ever used twice. */
async function keepSeries(tx: Tx<AgencyCtx>, employeeId: string, prefix: string): Promise<void> {
  const prefix_key = prefixKey(prefix)
  const { agencyId } = tx.reach
  await insertInto(tx, 'self_bill_series')
    .values({
      agency_id: agencyId,
      employee_id: employeeId,
      prefix,
      prefix_key,
      next_number: 1,
      created_at: toInstant(tx.now),
    })
    .onConflict((clash) => clash.columns(['agency_id', 'prefix_key']).doNothing())
    .execute()
  const { employee_id } = await selectFrom(tx, 'self_bill_series')
    .select('employee_id')
    .where('agency_id', '=', agencyId)
    .where('prefix_key', '=', prefix_key)
    .executeTakeFirstOrThrow()
  if (employee_id !== employeeId) {
    throw fieldError(
      'prefix',
      'Another contributor’s numbers begin with this prefix. Please choose another one.',
    )
  }
}
