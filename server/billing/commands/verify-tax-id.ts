import type { TaxIdCheckDto, TaxIdCheckResult } from '#shared/billing.ts'
import { isRegistered, isRegistrable } from '../../adapters/vat-register.ts'
import type { AgencyCtx, Ctx } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toFlag, toInstant } from '../../db/values.ts'
import { billingProfileOf } from '../queries/billing-profile.ts'

/** Asks the register for the agency's own number and keeps what it says, with the date. */
export async function checkOwnTaxId(ctx: AgencyCtx): Promise<TaxIdCheckResult> {
  const { agencyId } = ctx.reach
  const taxId = (await billingProfileOf(ctx, agencyId))?.tax_id ?? null
  const check = await askRegister(ctx, taxId)
  if (check === null) return { check }
  return transact(ctx, async (tx) => {
    await updateTable(tx, 'billing_profiles')
      .set({ tax_id_valid: toFlag(check.valid), tax_id_checked_at: check.checked_at })
      .where('agency_id', '=', agencyId)
      .where('tax_id', '=', taxId)
      .execute()
    await record(tx, 'billing.tax-id-checked', { id: agencyId })
    return { check }
  })
}

/** What the register says of a number, of an agency or a client; null where it could not be asked. */
export async function askRegister(ctx: Ctx, taxId: string | null): Promise<TaxIdCheckDto | null> {
  if (taxId === null || !isRegistrable(taxId)) {
    throw new AppError(
      'BAD_REQUEST',
      'VIES knows the VAT numbers of the European Union only, such as DE136695976.',
    )
  }
  const { config } = ctx.services
  const valid = await isRegistered(taxId, { url: config.viesUrl, signal: new AbortController().signal })
  return valid === null ? null : { valid, checked_at: toInstant(ctx.now) }
}
