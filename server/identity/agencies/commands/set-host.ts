import type { AgencyId } from '#shared/base/roles.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transact } from '../../../base/core/transaction.ts'
import { toInstant } from '../../../base/db/values.ts'

/** Lower-case labels of letters, digits, and hyphens; international names in their `xn--` form. */
const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/

/** Only hosts that URLs leave unchanged: they reject `a.1`, and turn `1.2.3` into `1.2.0.3`. */
const isHost = (text: string): boolean =>
  HOST.test(text) && URL.canParse(`http://${text}`) && new URL(`http://${text}`).hostname === text

/** Sets the custom host name used in the agency's links; null removes it. */
export function setHost(ctx: Ctx, agencyId: AgencyId, requested: string | null): Promise<void> {
  const host = requested?.toLowerCase() ?? null
  return transact(ctx, async (tx) => {
    if (host !== null) await requireFree(tx, agencyId, host)
    const agency = await selectFrom(tx, 'agencies')
      .select(['name', 'host'])
      .where('id', '=', agencyId)
      .executeTakeFirstOrThrow()
    if (host === agency.host) return
    await updateTable(tx, 'agencies')
      .set({ host, updated_at: toInstant(tx.now) })
      .where('id', '=', agencyId)
      .execute()
    const { name, host: from } = agency
    await record(tx, 'agency.host-changed', { id: agencyId, agencyId, name, from, to: host })
  })
}

async function requireFree(ctx: Ctx, agencyId: AgencyId, host: string): Promise<void> {
  if (!isHost(host)) throw new Error(`${host} isn’t a host name. Enter it without https:// and port.`)
  if (host === new URL(ctx.services.config.publicUrl).hostname) {
    throw new Error(`${host} is the host of PUBLIC_URL, which all agencies share.`)
  }
  const other = await selectFrom(ctx, 'agencies')
    .select('name')
    .where('host', '=', host)
    .where('id', '<>', agencyId)
    .executeTakeFirst()
  if (other !== undefined) throw new Error(`${host} belongs to “${other.name}”.`)
}
