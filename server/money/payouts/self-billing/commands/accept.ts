import type { z } from 'zod'
import type { selfBillingAcceptInput } from '#shared/money/schemas/self-billing.ts'
import type { SelfBillingDto } from '#shared/money/self-billing.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { updateVersioned } from '../../../../base/core/rows/versioned.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { normalTaxId } from '../../../../identity/letterhead/rules.ts'
import { requirePayee } from '../../sepa/queries/accounts.ts'
import { getSelfBilling, latestAgreement, noAgreement, stateOf, todayOf } from '../queries/agreements.ts'

type Acceptance = z.output<typeof selfBillingAcceptInput>

/** The contributor accepts the agreement with their details, or accepts it again with others. */
export async function acceptSelfBilling(ctx: AgencyCtx, input: Acceptance): Promise<SelfBillingDto> {
  const taxId = await normalTaxId(input.tax_id)
  return transact(ctx, async (tx) => {
    const payee = await requirePayee(tx, null)
    const agreement = await latestAgreement(tx, payee.id)
    const state = agreement === undefined ? null : stateOf(agreement, todayOf(tx))
    if (agreement === undefined || state === 'ended' || state === 'revoked') {
      throw noAgreement(agreement, todayOf(tx))
    }
    if (input.text_version !== agreement.text_version) {
      throw new AppError('CONFLICT', 'The text of the agreement has changed. Please read it again.')
    }
    await updateVersioned(
      tx,
      'self_billing_agreements',
      { agency_id: tx.reach.agencyId, id: agreement.id, version: input.version },
      {
        accepted_by: tx.actor.name,
        accepted_at: toInstant(tx.now),
        legal_name: input.legal_name,
        address: input.address,
        postal_code: input.postal_code,
        city: input.city,
        country: input.country,
        tax_id: taxId,
        treatment: input.treatment,
        tax_bps: input.tax_bps,
      },
      'This agreement',
    )
    await record(tx, 'self-billing.accepted', {
      id: agreement.id,
      name: payee.name,
      employeeId: payee.id,
      again: state === 'active',
    })
    return getSelfBilling(tx, {})
  })
}
