import type { Selectable } from 'kysely'
import {
  type BillingProfileDto,
  DEFAULT_PAYMENT_TERMS,
  type TaxIdCheckDto,
  type TaxRateDto,
} from '#shared/billing.ts'
import type { AgencyCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { selectFrom } from '../../core/rows.ts'
import type { Schema } from '../../db/schema.ts'
import { fromFlag } from '../../db/values.ts'
import { billingProfileOf } from './billing-profile.ts'

type ProfileRow = Selectable<Schema['billing_profiles']>

/** What the agency entered; the standards where it has not. */
export async function getBillingProfile(ctx: AgencyCtx): Promise<BillingProfileDto> {
  const [row, rates] = await Promise.all([billingProfileOf(ctx, ctx.reach.agencyId), listTaxRates(ctx)])
  return { ...toProfile(row), tax_rates: rates.filter((rate) => rate.archived_at === null) }
}

const toProfile = (row: ProfileRow | undefined): Omit<BillingProfileDto, 'tax_rates'> => ({
  legal_name: row?.legal_name ?? null,
  address: row?.address ?? null,
  postal_code: row?.postal_code ?? null,
  city: row?.city ?? null,
  region: row?.region ?? null,
  country: row?.country ?? null,
  tax_id: row?.tax_id ?? null,
  tax_id_check: row === undefined ? null : toTaxIdCheck(row),
  registration_number: row?.registration_number ?? null,
  electronic_address: row?.electronic_address ?? null,
  email: row?.email ?? null,
  phone: row?.phone ?? null,
  account_holder: row?.account_holder ?? null,
  iban: row?.iban ?? null,
  bic: row?.bic ?? null,
  bank_name: row?.bank_name ?? null,
  default_tax_rate_id: row?.default_tax_rate_id ?? null,
  prices_include_tax: fromFlag(row?.prices_include_tax ?? 0),
  payment_terms: row?.payment_terms ?? DEFAULT_PAYMENT_TERMS,
  notes: row?.notes ?? null,
  footer: row?.footer ?? null,
  e_invoice_format: row?.e_invoice_format ?? 'none',
  version: row?.version ?? 0,
})

/** What the register answered, of a row of an agency or client; null while it was not asked. */
export const toTaxIdCheck = (
  row: Pick<ProfileRow, 'tax_id_valid' | 'tax_id_checked_at'>,
): TaxIdCheckDto | null =>
  row.tax_id_valid === null || row.tax_id_checked_at === null
    ? null
    : { valid: fromFlag(row.tax_id_valid), checked_at: row.tax_id_checked_at }

/** All of them, those in use first, the highest before the lower. */
export async function listTaxRates(ctx: AgencyCtx): Promise<TaxRateDto[]> {
  const rates = await taxRates(ctx).execute()
  const rank = (rate: TaxRateDto) => (rate.archived_at === null ? 0 : 1)
  return rates.sort(
    (one, other) =>
      rank(one) - rank(other) || other.bps - one.bps || one.name.localeCompare(other.name, 'en'),
  )
}

export async function getTaxRate(ctx: AgencyCtx, id: string): Promise<TaxRateDto> {
  const rate = await taxRates(ctx).where('id', '=', id).executeTakeFirst()
  if (rate === undefined) throw notFound('This tax rate')
  return rate
}

const taxRates = (ctx: AgencyCtx) =>
  selectFrom(ctx, 'tax_rates')
    .select(['id', 'name', 'bps', 'category', 'note', 'archived_at', 'version'])
    .where('agency_id', '=', ctx.reach.agencyId)
