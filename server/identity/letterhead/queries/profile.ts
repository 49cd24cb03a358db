import type { Selectable } from 'kysely'
import {
  DEFAULT_PAYMENT_TERMS,
  type LetterheadProfileDto,
  type TaxIdCheckDto,
  type TaxRateDto,
} from '#shared/identity/letterhead/profile.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { fromFlag } from '../../../base/db/values.ts'
import { bankChangeOf, letterheadProfileOf, taxRoundingOf } from './profile-row.ts'

type ProfileRow = Selectable<Schema['billing_profiles']>

/** The agency's billing profile, or the defaults. */
export async function getLetterheadProfile(ctx: AgencyCtx): Promise<LetterheadProfileDto> {
  const { agencyId } = ctx.reach
  const [row, rates, tax_rounding] = await Promise.all([
    letterheadProfileOf(ctx, agencyId),
    listTaxRates(ctx),
    taxRoundingOf(ctx, agencyId),
  ])
  return {
    ...toProfile(row),
    tax_rounding,
    tax_rates: rates.filter((rate) => rate.archived_at === null),
    archived_tax_rates: rates.filter((rate) => rate.archived_at !== null),
  }
}

const toProfile = (
  row: ProfileRow | undefined,
): Omit<LetterheadProfileDto, 'tax_rates' | 'archived_tax_rates' | 'tax_rounding'> => ({
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
  bank_change: bankChangeOf(row),
  default_tax_rate_id: row?.default_tax_rate_id ?? null,
  prices_include_tax: fromFlag(row?.prices_include_tax ?? 0),
  payment_terms: row?.payment_terms ?? DEFAULT_PAYMENT_TERMS,
  notes: row?.notes ?? null,
  footer: row?.footer ?? null,
  e_invoice_format: row?.e_invoice_format ?? 'none',
  version: row?.version ?? 0,
})

/** The register's stored result for an agency or client; null if it wasn't checked. */
export const toTaxIdCheck = (
  row: Pick<ProfileRow, 'tax_id_valid' | 'tax_id_checked_at'>,
): TaxIdCheckDto | null =>
  row.tax_id_valid === null || row.tax_id_checked_at === null
    ? null
    : { valid: fromFlag(row.tax_id_valid), checked_at: row.tax_id_checked_at }

/** All tax rates: active before archived ones, highest first. */
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
