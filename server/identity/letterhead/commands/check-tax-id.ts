import type { TaxIdCheckDto, TaxIdCheckResult } from '#shared/identity/letterhead/profile.ts'
import { isRegistered, isRegistrable } from '../../../base/adapters/taxes/vat-register.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Ctx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toFlag, toInstant } from '../../../base/db/values.ts'
import { letterheadProfileOf } from '../queries/profile-row.ts'

/** Queries the register for the agency's own number and stores the result with the date. */
export async function checkOwnTaxId(ctx: AgencyCtx): Promise<TaxIdCheckResult> {
  const { agencyId } = ctx.reach
  const taxId = (await letterheadProfileOf(ctx, agencyId))?.tax_id ?? null
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

/** The register's result for a number; null if it couldn't be queried. */
export async function askRegister(ctx: Ctx, taxId: string | null): Promise<TaxIdCheckDto | null> {
  if (taxId === null || !isRegistrable(taxId)) {
    throw new AppError(
      'BAD_REQUEST',
      'VIES only covers VAT numbers of the European Union, such as DE136695976.',
    )
  }
  const { config } = ctx.services
  const valid = await isRegistered(taxId, { url: config.viesUrl, signal: new AbortController().signal })
  return valid === null ? null : { valid, checked_at: toInstant(ctx.now) }
}
