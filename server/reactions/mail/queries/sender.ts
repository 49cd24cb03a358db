import type { AgencyId } from '#shared/base/roles.ts'
import { hasBrand } from '#shared/identity/brand.ts'
import type { Tx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { plainName } from '../plain-name.ts'
import { type MailBrand, type MailContent, PORTAL } from '../templates.ts'

export interface MailSource {
  brand: MailBrand
  /** Null to show the portal's name with its address. */
  fromName: string | null
  replyTo: string | null
  /** The agency's custom host for the mail's links; null uses PUBLIC_URL. */
  host: string | null
}

/**
 * The sender of a mail. Mails to an agency's clients and guests are sent in the agency's name through the
 * portal, with the sending person as Reply-To. Its team gets mails from the portal, with the agency's brand
 * if it has one.
 */
export async function senderOf(tx: Tx, appName: string, content: MailContent): Promise<MailSource> {
  const reader = await readerOf(tx, content.recipient)
  const agencyId = tx.reach.agencyId ?? reader?.agency_id ?? null
  const agency = agencyId === null ? undefined : await agencyById(tx, agencyId)
  if (agency === undefined) return { brand: PORTAL, fromName: null, replyTo: null, host: null }
  const { host } = agency
  const brand = { agency: plainName(agency.name), logo: agency.logo, accent: agency.accent }
  if (content.toClients ? tx.reach.agencyId !== null : isForClients(tx, reader, content)) {
    const replyTo = (await senderAddress(tx, agency.id, content)) ?? (await contactOf(tx, agency))
    return { brand, fromName: `${brand.agency} via ${appName}`, replyTo, host }
  }
  const isBranded = hasBrand(agency) && (tx.reach.agencyId !== null || content.urgent)
  return { brand: isBranded ? brand : PORTAL, fromName: null, replyTo: null, host }
}

type Reader = Awaited<ReturnType<typeof readerOf>>

const readerOf = (tx: Tx, email: string) =>
  selectFrom(acrossAgencies(tx), 'profiles')
    .select(['user_id', 'role', 'agency_id'])
    .where('email', '=', email)
    .executeTakeFirst()

/** Whether the reader isn't on the agency's team; outside of an agency, whether they are a client. */
function isForClients({ reach, actor }: Tx, reader: Reader, { urgent }: MailContent): boolean {
  if (reach.agencyId === null) return reader?.role === 'client'
  // For sign-in mails, an address without an account, or with a former one, is the caller's own.
  if (reader === undefined) return urgent ? actor.role === 'client' : true
  return reader.role !== 'super_admin' && (reader.agency_id !== reach.agencyId || reader.role === 'client')
}

/** The actor's address if they are on the team: replies must not go to oneself or to another client. */
async function senderAddress(
  tx: Tx,
  agencyId: AgencyId,
  { sentBy, urgent, recipient }: MailContent,
): Promise<string | undefined> {
  const userId = sentBy === undefined ? tx.actor.userId : sentBy
  if (userId === null || urgent) return undefined
  const sender = await selectFrom(acrossAgencies(tx), 'profiles')
    .select('email')
    .where('user_id', '=', userId)
    .where('agency_id', '=', agencyId)
    .where('role', 'in', ['agency_admin', 'employee'])
    .executeTakeFirst()
  return sender?.email === recipient ? undefined : sender?.email
}

const agencyById = (tx: Tx, id: AgencyId) =>
  selectFrom(acrossAgencies(tx), 'agencies')
    .select(['id', 'name', 'logo', 'accent', 'owner_id', 'host'])
    .where('id', '=', id)
    .executeTakeFirst()

/** The email address on the agency's documents, else its primary owner's. */
async function contactOf(tx: Tx, agency: { id: AgencyId; owner_id: string | null }): Promise<string | null> {
  const all = acrossAgencies(tx)
  const profile = await selectFrom(all, 'billing_profiles')
    .select('email')
    .where('agency_id', '=', agency.id)
    .executeTakeFirst()
  if (profile?.email) return profile.email
  const owner = await selectFrom(all, 'profiles')
    .select('email')
    .where('user_id', '=', agency.owner_id)
    .executeTakeFirst()
  return owner?.email ?? null
}
