import type { Updateable } from 'kysely'
import type { z } from 'zod'
import type {
  BillingProfileDto,
  billingBankInput,
  billingCompanyInput,
  billingDefaultsInput,
} from '#shared/billing.ts'
import type { AgencyCtx, Tx } from '../../core/context.ts'
import { AppError, conflict } from '../../core/errors.ts'
import { record } from '../../core/events.ts'
import { insertInto, updateTable } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import type { Schema } from '../../db/schema.ts'
import { toFlag, toInstant } from '../../db/values.ts'
import { billingProfileOf } from '../queries/billing-profile.ts'
import { getBillingProfile, getTaxRate } from '../queries/profile.ts'
import { normalBic, normalIban, normalTaxId } from '../rules.ts'

type Columns = Omit<Updateable<Schema['billing_profiles']>, 'agency_id' | 'version' | 'updated_at'>

/** Who the agency is on its documents. A changed tax number was not checked with the register yet. */
export async function saveBillingCompany(
  ctx: AgencyCtx,
  input: z.output<typeof billingCompanyInput>,
): Promise<BillingProfileDto> {
  const taxId = await normalTaxId(input.tax_id)
  return transact(ctx, async (tx) => {
    const current = await billingProfileOf(tx, ctx.reach.agencyId)
    const unchecked =
      taxId === (current?.tax_id ?? null) ? {} : { tax_id_valid: null, tax_id_checked_at: null }
    return write(tx, input.version, 'Company on documents', {
      legal_name: input.legal_name,
      address: input.address,
      postal_code: input.postal_code,
      city: input.city,
      region: input.region,
      country: input.country,
      tax_id: taxId,
      ...unchecked,
      registration_number: input.registration_number,
      electronic_address: input.electronic_address,
      email: input.email,
      phone: input.phone,
    })
  })
}

/** Where clients transfer the money. */
export function saveBillingBank(
  ctx: AgencyCtx,
  input: z.output<typeof billingBankInput>,
): Promise<BillingProfileDto> {
  const columns = {
    account_holder: input.account_holder,
    iban: normalIban(input.iban),
    bic: normalBic(input.bic),
    bank_name: input.bank_name,
  }
  return transact(ctx, (tx) => write(tx, input.version, 'Bank details', columns))
}

/** How a new invoice begins. */
export function saveBillingDefaults(
  ctx: AgencyCtx,
  input: z.output<typeof billingDefaultsInput>,
): Promise<BillingProfileDto> {
  return transact(ctx, async (tx) => {
    const rateId = input.default_tax_rate_id ?? null
    if (rateId !== null) await requireInUse(tx, rateId)
    return write(tx, input.version, 'Invoice defaults', {
      default_tax_rate_id: rateId,
      prices_include_tax: toFlag(input.prices_include_tax),
      payment_terms: input.payment_terms,
      notes: input.notes,
      footer: input.footer,
      e_invoice_format: input.e_invoice_format,
    })
  })
}

async function requireInUse(tx: Tx<AgencyCtx>, rateId: string): Promise<void> {
  const { archived_at } = await getTaxRate(tx, rateId)
  if (archived_at === null) return
  const message = 'This tax rate is archived.'
  throw new AppError('BAD_REQUEST', message, { fields: { default_tax_rate_id: message } })
}

/** CONFLICT when another card or tab saved in the meantime; the first save makes the row. */
async function write(
  tx: Tx<AgencyCtx>,
  version: number,
  what: string,
  columns: Columns,
): Promise<BillingProfileDto> {
  const { agencyId } = tx.reach
  const written = { ...columns, version: version + 1, updated_at: toInstant(tx.now) }
  const saved =
    version === 0
      ? await insertInto(tx, 'billing_profiles')
          .values({ agency_id: agencyId, ...written })
          .onConflict((clash) => clash.column('agency_id').doNothing())
          .returning('agency_id')
          .executeTakeFirst()
      : await updateTable(tx, 'billing_profiles')
          .set(written)
          .where('agency_id', '=', agencyId)
          .where('version', '=', version)
          .returning('agency_id')
          .executeTakeFirst()
  if (saved === undefined) throw conflict('The billing profile')
  await record(tx, 'billing.changed', { id: agencyId, what })
  return getBillingProfile(tx)
}
