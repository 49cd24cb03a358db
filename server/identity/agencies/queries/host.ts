import type { AgencyId } from '#shared/base/roles.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/** The agency's URL: PUBLIC_URL, with the agency's custom host if it has one. */
export async function agencyUrl(ctx: Ctx, agencyId: AgencyId | null): Promise<string> {
  const { publicUrl } = ctx.services.config
  if (agencyId === null) return publicUrl
  const agency = await selectFrom(acrossAgencies(ctx), 'agencies')
    .select('host')
    .where('id', '=', agencyId)
    .executeTakeFirst()
  return urlAt(publicUrl, agency?.host ?? null)
}

/** The same scheme and port at another host. */
export function urlAt(publicUrl: string, host: string | null): string {
  if (host === null) return publicUrl
  const url = new URL(publicUrl)
  url.hostname = host
  return url.href.replace(/\/+$/, '')
}

/** Whether the origin is the portal's: PUBLIC_URL or an agency's custom host. */
export async function servesOrigin(ctx: Ctx, origin: string): Promise<boolean> {
  const { publicUrl } = ctx.services.config
  if (origin === new URL(publicUrl).origin) return true
  if (!URL.canParse(origin)) return false
  const { hostname } = new URL(origin)
  if (origin !== new URL(urlAt(publicUrl, hostname)).origin) return false
  const agency = await selectFrom(acrossAgencies(ctx), 'agencies')
    .select('id')
    .where('host', '=', hostname)
    .executeTakeFirst()
  return agency !== undefined
}

/** The hosts this installation serves: its own and the custom ones of its agencies. */
export async function listHosts(ctx: Ctx): Promise<string[]> {
  const rows = await selectFrom(ctx, 'agencies').select('host').where('host', 'is not', null).execute()
  const own = new URL(ctx.services.config.publicUrl).hostname
  return [own, ...rows.flatMap(({ host }) => host ?? [])].sort()
}
