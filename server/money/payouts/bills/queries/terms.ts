import type { BillTermsDto } from '#shared/money/bills.ts'
import { countryOfTaxId } from '#shared/money/ledger/places.ts'
import { DEDUCTIBLE } from '#shared/money/ledger/taxes/purchases.ts'
import { usualRate } from '#shared/money/ledger/taxes/tax-presets.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { getPayout, homeOf } from '../../queries.ts'
import { latestAgreement, supplierOf } from '../../self-billing/queries/agreements.ts'

/** The likely terms of a payout's bill: those of the contributor's last one, or of the self-billing agreement. */
export async function getBillTerms(ctx: AgencyCtx, input: { payout_id: string }): Promise<BillTermsDto> {
  const { employee_id } = await getPayout(ctx, input.payout_id)
  const [terms, home] = await Promise.all([knownTerms(ctx, employee_id), homeOf(ctx)])
  const { treatment = 'taxed', tax_bps = 0, tax_id = null } = terms ?? {}
  const country = terms?.country ?? countryOfTaxId(tax_id)
  const deductible_bps = terms?.deductible_bps ?? DEDUCTIBLE
  const agency = { agency_country: home, owed_bps: usualRate(home) }
  return { treatment, tax_bps, tax_id, country, deductible_bps, ...agency }
}

/** The country of the contributor's bills; null if unknown. */
export async function countryOfBills(
  ctx: AgencyCtx,
  employeeId: string,
  taxId: string | null,
): Promise<string | null> {
  return (await knownTerms(ctx, employeeId))?.country ?? countryOfTaxId(taxId)
}

async function knownTerms(ctx: AgencyCtx, employeeId: string) {
  const last = await selectFrom(ctx, 'payout_bills')
    .select(['treatment', 'tax_bps', 'tax_id', 'country', 'deductible_bps'])
    .where('agency_id', '=', ctx.reach.agencyId)
    .where('employee_id', '=', employeeId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last !== undefined) return last
  const agreement = await latestAgreement(ctx, employeeId)
  const agreed = agreement === undefined ? null : supplierOf(agreement)
  return agreed && { ...agreed, deductible_bps: null }
}
