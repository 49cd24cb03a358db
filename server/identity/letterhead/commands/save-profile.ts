import type { Updateable } from 'kysely'
import type { z } from 'zod'
import type { BankDetails } from '#shared/identity/letterhead/parties.ts'
import { bankText, type LetterheadProfileDto } from '#shared/identity/letterhead/profile.ts'
import type {
  letterheadBankInput,
  letterheadCompanyInput,
  letterheadDefaultsInput,
} from '#shared/identity/letterhead/schemas/profile.ts'
import { fieldError } from '../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx, UserRequest } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { saveSettings } from '../../../base/core/rows/versioned.ts'
import { transact } from '../../../base/core/transaction.ts'
import type { Schema } from '../../../base/db/schema.ts'
import { toFlag, toInstant } from '../../../base/db/values.ts'
import { reAuthenticate } from '../../auth/re-auth.ts'
import { getLetterheadProfile, getTaxRate } from '../queries/profile.ts'
import { letterheadProfileOf, taxRoundingOf } from '../queries/profile-row.ts'
import { normalBic, normalIban, normalTaxId } from '../rules.ts'

type Columns = Omit<Updateable<Schema['billing_profiles']>, 'agency_id' | 'version' | 'updated_at'>

/** Saves the agency's details for documents. A changed tax number is marked as unchecked. */
export async function saveCompany(
  ctx: AgencyCtx,
  input: z.output<typeof letterheadCompanyInput>,
): Promise<LetterheadProfileDto> {
  const taxId = await normalTaxId(input.tax_id)
  return transact(ctx, async (tx) => {
    const current = await letterheadProfileOf(tx, ctx.reach.agencyId)
    const unchecked =
      taxId === (current?.tax_id ?? null) ? {} : { tax_id_valid: null, tax_id_checked_at: null }
    return save(tx, input.version, 'Company on documents', {
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

const NO_BANK: BankDetails = { account_holder: null, iban: null, bic: null, bank_name: null }
const BANK_FIELDS = Object.keys(NO_BANK) as (keyof BankDetails)[]

/** Saves the bank details for transfers: requires confirming one's identity, and notifies all owners. */
export async function saveBank(
  ctx: AgencyCtx & UserRequest,
  input: z.output<typeof letterheadBankInput>,
): Promise<LetterheadProfileDto> {
  const bank: BankDetails = {
    account_holder: input.account_holder,
    iban: normalIban(input.iban),
    bic: normalBic(input.bic),
    bank_name: input.bank_name,
  }
  await reAuthenticate(ctx, input)
  return transact(ctx, async (tx) => {
    const { agencyId: id } = tx.reach
    const before = (await letterheadProfileOf(tx, id)) ?? NO_BANK
    if (BANK_FIELDS.every((field) => before[field] === bank[field])) {
      return write(tx, input.version, bank)
    }
    const change = { bank_changed_at: toInstant(tx.now), bank_changed_by: tx.actor.name }
    const saved = await write(tx, input.version, { ...bank, ...change })
    await record(tx, 'bank-details.changed', { id, from: bankText(before), to: bankText(bank) })
    return saved
  })
}

/** Saves the defaults of new invoices; `follow` then updates the drafts if tax is rounded differently. */
export function saveDefaults(
  ctx: AgencyCtx,
  input: z.output<typeof letterheadDefaultsInput>,
  follow: (tx: Tx<AgencyCtx>) => Promise<void>,
): Promise<LetterheadProfileDto> {
  return transact(ctx, async (tx) => {
    const rateId = input.default_tax_rate_id ?? null
    if (rateId !== null) await requireInUse(tx, rateId)
    const before = await taxRoundingOf(tx, ctx.reach.agencyId)
    const saved = await save(tx, input.version, 'Invoice defaults', {
      default_tax_rate_id: rateId,
      prices_include_tax: toFlag(input.prices_include_tax),
      ...(input.tax_rounding !== undefined && { tax_rounding: input.tax_rounding }),
      payment_terms: input.payment_terms,
      notes: input.notes,
      footer: input.footer,
      e_invoice_format: input.e_invoice_format,
    })
    if (saved.tax_rounding !== before) await follow(tx)
    return saved
  })
}

async function requireInUse(tx: Tx<AgencyCtx>, rateId: string): Promise<void> {
  const { archived_at } = await getTaxRate(tx, rateId)
  if (archived_at === null) return
  const message = 'This tax rate is archived.'
  throw fieldError('default_tax_rate_id', message)
}

async function save(
  tx: Tx<AgencyCtx>,
  version: number,
  what: string,
  columns: Columns,
): Promise<LetterheadProfileDto> {
  const saved = await write(tx, version, columns)
  await record(tx, 'billing.changed', { id: tx.reach.agencyId, what })
  return saved
}

/** Throws CONFLICT if another tab or person saved in the meantime. */
async function write(tx: Tx<AgencyCtx>, version: number, columns: Columns): Promise<LetterheadProfileDto> {
  const key = { agency_id: tx.reach.agencyId }
  await saveSettings(tx, 'billing_profiles', key, version, columns, 'The billing profile')
  return getLetterheadProfile(tx)
}
