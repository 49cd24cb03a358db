import type { z } from 'zod'
import type { AgencyId } from '#shared/base/roles.ts'
import type { DocumentParties, Party } from '#shared/identity/letterhead/parties.ts'
import type { InvoiceDto } from '#shared/money/invoices/invoices.ts'
import type { letterheadInput } from '#shared/money/invoices/schemas/invoices.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, Ctx } from '../../../../base/core/context.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { containsExactly } from '../../../../base/db/engines/dialect.ts'
import { letterheadProfileOf } from '../../../../identity/letterhead/queries/profile-row.ts'

interface Document {
  agency_id: AgencyId | null
  issuer: InvoiceDto['issuer']
  issuer_name: string
  client_id: string | null
  clientName: string
  /** Set when it is sent. */
  parties: string | null
}

/**
 * Seller and buyer of a document. Anyone who can see the document can see both, including holders of its pay
 * link.
 */
export async function partiesOf(ctx: Ctx, document: Document): Promise<DocumentParties> {
  if (document.parties !== null) return JSON.parse(document.parties)
  return livePartiesOf(acrossAgencies(ctx), document)
}

/** As on a new draft for the client; throws NOT_FOUND for another agency's client. */
export async function getLetterhead(
  ctx: AgencyCtx,
  { client_id }: z.output<typeof letterheadInput>,
): Promise<DocumentParties> {
  const { agencyId } = ctx.reach
  const client =
    client_id === null
      ? { name: '' }
      : await selectFrom(ctx, 'clients')
          .select('name')
          .where('agency_id', '=', agencyId)
          .where('id', '=', client_id)
          .executeTakeFirst()
  if (client === undefined) throw notFound('This client')
  const draft = { agency_id: agencyId, issuer: 'agency' as const, issuer_name: '', parties: null }
  return partiesOf(ctx, { ...draft, client_id, clientName: client.name })
}

/** The parties to store with a document when it is sent. */
export const frozenParties = async (ctx: Ctx, document: Document): Promise<string> =>
  JSON.stringify(await partiesOf(ctx, document))

/** Whether a sent document uses the picture. */
export async function isLogoOfDocument(ctx: Ctx, path: string): Promise<boolean> {
  const document = await selectFrom(ctx, 'invoices')
    .select('id')
    .where((eb) => containsExactly(eb.ref('invoices.parties'), path))
    .limit(1)
    .executeTakeFirst()
  return document !== undefined
}

/** The current details of the parties. */
async function livePartiesOf(ctx: Ctx, document: Document): Promise<DocumentParties> {
  const unknown = { seller: unknownParty(document.issuer_name), buyer: unknownParty(document.clientName) }
  const { agency_id } = document
  if (agency_id === null) {
    const logo = document.issuer === 'platform' ? await platformLogo(ctx) : null
    return { ...unknown, bank: null, logo, details: null, footer: null }
  }
  const [agency, profile, client] = await Promise.all([
    selectFrom(ctx, 'agencies')
      .select(['name', 'logo', 'accent', 'invoice_details'])
      .where('id', '=', agency_id)
      .executeTakeFirstOrThrow(),
    letterheadProfileOf(ctx, agency_id),
    document.client_id === null ? undefined : clientOf(ctx, agency_id, document.client_id),
  ])
  const bank = profile && {
    account_holder: profile.account_holder,
    iban: profile.iban,
    bic: profile.bic,
    bank_name: profile.bank_name,
  }
  return {
    seller: profile
      ? { ...partyOf(profile), name: agency.name, company: profile.legal_name }
      : { ...unknown.seller, name: agency.name },
    buyer: client
      ? {
          ...partyOf(client),
          name: client.name,
          company: client.company,
          buyer_reference: client.buyer_reference,
        }
      : unknown.buyer,
    bank: bank && Object.values(bank).some((value) => value !== null) ? bank : null,
    logo: agency.logo,
    accent: agency.accent,
    details: agency.invoice_details,
    footer: profile?.footer ?? null,
  }
}

async function platformLogo({ db }: Ctx): Promise<string | null> {
  const settings = await db.selectFrom('platform_settings').select('logo').executeTakeFirst()
  return settings?.logo ?? null
}

const clientOf = (ctx: Ctx, agencyId: AgencyId, id: string) =>
  selectFrom(ctx, 'clients')
    .selectAll()
    .where('agency_id', '=', agencyId)
    .where('id', '=', id)
    .executeTakeFirst()

type Addressed = Omit<Party, 'name' | 'company' | 'buyer_reference'>

const partyOf = (row: Addressed): Omit<Party, 'name' | 'company'> => ({
  address: row.address,
  postal_code: row.postal_code,
  city: row.city,
  region: row.region,
  country: row.country,
  tax_id: row.tax_id,
  registration_number: row.registration_number,
  electronic_address: row.electronic_address,
  email: row.email,
  phone: row.phone,
  buyer_reference: null,
})

const unknownParty = (name: string): Party => ({
  name,
  company: null,
  address: null,
  postal_code: null,
  city: null,
  region: null,
  country: null,
  tax_id: null,
  registration_number: null,
  electronic_address: null,
  buyer_reference: null,
  email: null,
  phone: null,
})
