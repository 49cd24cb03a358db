import type { z } from 'zod'
import type { InvoiceDto, letterheadInput } from '#shared/invoices.ts'
import type { DocumentParties, Party } from '#shared/parties.ts'
import type { AgencyId } from '#shared/roles.ts'
import { billingProfileOf } from '../../billing/queries/billing-profile.ts'
import type { AgencyCtx, Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { acrossAgencies } from '../../core/reach.ts'
import { selectFrom } from '../../core/rows.ts'
import { containsText } from '../../db/dialect.ts'

interface Document {
  agency_id: AgencyId | null
  issuer: InvoiceDto['issuer']
  issuer_name: string
  client_id: string | null
  clientName: string
  /** Frozen when it was sent. */
  parties: string | null
}

/**
 * Who sells and buys, as the document names them. Whoever sees the document sees both: holders of its pay link,
 * too, who reach nothing else of the agency.
 */
export async function partiesOf(ctx: Ctx, document: Document): Promise<DocumentParties> {
  if (document.parties !== null) return JSON.parse(document.parties)
  return livePartiesOf(acrossAgencies(ctx), document)
}

/** As a draft to the client would name them today; NOT_FOUND for a client of others. */
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

/** The parties as they are stored with a document that is sent now. */
export const frozenParties = async (ctx: Ctx, document: Document): Promise<string> =>
  JSON.stringify(await partiesOf(ctx, document))

/** Whether a document bears the picture for good. */
export async function isLogoOfDocument(ctx: Ctx, path: string): Promise<boolean> {
  const document = await selectFrom(ctx, 'invoices')
    .select('id')
    .where((eb) => containsText(eb, [eb.ref('invoices.parties')], path))
    .limit(1)
    .executeTakeFirst()
  return document !== undefined
}

/** The parties as they are today. */
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
    billingProfileOf(ctx, agency_id),
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
