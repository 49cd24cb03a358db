import type { z } from 'zod'
import type { ClientDto } from '#shared/people/clients.ts'
import type { clientInput } from '#shared/people/schemas/clients.ts'
import type { AgencyCtx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { insertInto } from '../../../base/core/rows/rows.ts'
import { unicodeEmail } from '../../../base/core/shown-emails.ts'
import { transact } from '../../../base/core/transaction.ts'
import { fromAddresses, newId, toFlag, toInstant } from '../../../base/db/values.ts'
import { taxRatesById } from '../../../identity/letterhead/queries/profile-row.ts'
import { normalTaxId } from '../../../identity/letterhead/rules.ts'
import { getClient } from '../queries/clients.ts'

export type ClientFields = z.output<typeof clientInput>

export function createClient(ctx: AgencyCtx, input: ClientFields): Promise<ClientDto> {
  return transact(ctx, async (tx) => {
    const row = newClientRow(tx, await checkedFields(tx, input))
    await insertInto(tx, 'clients').values(row).execute()
    await record(tx, 'client.created', { id: row.id, name: input.name })
    return getClient(tx, row.id)
  })
}

/** Normalizes the fields; throws if the tax number is invalid or the tax rate isn't the agency's. */
export async function checkedFields(ctx: AgencyCtx, input: ClientFields): Promise<ClientFields> {
  if (input.default_tax_rate_id) await taxRatesById(ctx, ctx.reach.agencyId, [input.default_tax_rate_id])
  return { ...input, tax_id: await normalTaxId(input.tax_id) }
}

export function newClientRow(ctx: AgencyCtx, input: ClientFields) {
  const now = toInstant(ctx.now)
  return {
    agency_id: ctx.reach.agencyId,
    id: newId(),
    ...editableColumns(input),
    archived_at: null,
    version: 1,
    created_at: now,
    updated_at: now,
  }
}

export const editableColumns = (input: ClientFields) => ({
  name: input.name,
  email: input.email,
  unicode_email: unicodeEmail(input.email),
  phone: input.phone,
  company: input.company,
  address: input.address,
  postal_code: input.postal_code,
  city: input.city,
  region: input.region,
  country: input.country,
  tax_id: input.tax_id,
  registration_number: input.registration_number,
  electronic_address: input.electronic_address,
  buyer_reference: input.buyer_reference,
  billing_currency: input.billing_currency ?? null,
  default_tax_rate_id: input.default_tax_rate_id ?? null,
  payment_terms: input.payment_terms ?? null,
  e_invoice_format: input.e_invoice_format ?? null,
  billing_cc: fromAddresses(input.billing_cc),
  billing_bcc: fromAddresses(input.billing_bcc),
  portal_access: toFlag(input.portal_access),
})
