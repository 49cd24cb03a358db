import type { z } from 'zod'
import type { selfBillingRevokeInput } from '#shared/money/schemas/self-billing.ts'
import type { SelfBillingDto } from '#shared/money/self-billing.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { updateVersioned } from '../../../../base/core/rows/versioned.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { sideOf } from '../../rules.ts'
import { requirePayee } from '../../sepa/queries/accounts.ts'
import { getSelfBilling, latestAgreement, noAgreement, todayOf } from '../queries/agreements.ts'

type Revocation = z.output<typeof selfBillingRevokeInput>

/** Either side ends the agreement, or the request for one. */
export function revokeSelfBilling(ctx: AgencyCtx, input: Revocation): Promise<SelfBillingDto> {
  return transact(ctx, async (tx) => {
    const payee = await requirePayee(tx, input.employee_id)
    const agreement = await latestAgreement(tx, payee.id)
    if (agreement === undefined || agreement.revoked_at !== null) throw noAgreement(agreement, todayOf(tx))
    const side = sideOf(tx)
    await updateVersioned(
      tx,
      'self_billing_agreements',
      { agency_id: tx.reach.agencyId, id: agreement.id, version: input.version },
      { revoked_by: tx.actor.name, revoked_side: side, revoked_at: toInstant(tx.now) },
      'This agreement',
    )
    await record(tx, 'self-billing.revoked', {
      id: agreement.id,
      name: payee.name,
      employeeId: payee.id,
      side,
    })
    return getSelfBilling(tx, { employee_id: payee.id })
  })
}
