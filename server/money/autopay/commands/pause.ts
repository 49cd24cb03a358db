import { shiftDate } from '#shared/base/calendar.ts'
import { dateInZone } from '#shared/base/dates.ts'
import { links } from '#shared/base/links.ts'
import { LATE_DAYS, pauseWords } from '#shared/money/autopay/autopay.ts'
import type { Ctx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { inAgency } from '../../../base/core/rows/reach.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transactIn } from '../../../base/core/transaction.ts'
import { workThrough } from '../../../base/core/work/work-through.ts'
import { toInstant } from '../../../base/db/values.ts'
import { cardOfMandate } from '../queries/cards.ts'
import type { MandateRow } from '../queries/mandates.ts'
import { cancelRetries } from './end.ts'

/**
 * Pauses a mandate until its client enables autopay again; returns false if it is already paused or ended.
 */
export async function pauseMandate(tx: Tx, id: string, reason: string): Promise<boolean> {
  const paused = await updateTable(tx, 'autopay_mandates')
    .set({ paused_at: toInstant(tx.now), pause_reason: reason, updated_at: toInstant(tx.now) })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('paused_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (paused === undefined) return false
  await cancelRetries(tx, id)
  return true
}

/**
 * Pauses mandates whose card or payer is gone and notifies both sides; drops retries that are long overdue.
 */
export async function pauseStranded(ctx: Ctx): Promise<void> {
  const mandates = await selectFrom(ctx, 'autopay_mandates')
    .innerJoin('clients', 'clients.id', 'autopay_mandates.client_id')
    .innerJoin('agencies', 'agencies.id', 'autopay_mandates.agency_id')
    .selectAll('autopay_mandates')
    .select(['clients.name as client_name', 'clients.email as client_email', 'agencies.name as agency_name'])
    .where('autopay_mandates.ended_at', 'is', null)
    .where('autopay_mandates.paused_at', 'is', null)
    .execute()
  const of = ({ id, agency_id, client_id, client_name }: UnusableMandate) => ({
    id,
    agencyId: agency_id,
    name: client_name,
    link: links.client(client_id),
  })
  await workThrough(ctx, { work: 'autopay-check', of }, mandates, async (mandate) => {
    const card = await cardOfMandate(ctx, mandate)
    if (typeof card !== 'string') return
    await transactIn(ctx, mandate.agency_id, (tx) => pauseAndNotify(tx, mandate, card))
  })
  await updateTable(ctx, 'autopay_attempts')
    .set({ next_on: null })
    .where('next_on', '<', shiftDate(dateInZone(ctx.now, 'UTC'), -LATE_DAYS - 2))
    .execute()
}

type UnusableMandate = MandateRow & { client_name: string; client_email: string; agency_name: string }

async function pauseAndNotify(caller: Tx, mandate: UnusableMandate, reason: string): Promise<void> {
  const tx = inAgency(caller, { agencyId: mandate.agency_id })
  if (!(await pauseMandate(tx, mandate.id, reason))) return
  await record(tx, 'autopay.paused', {
    id: mandate.client_id,
    agencyId: mandate.agency_id,
    clientId: mandate.client_id,
    name: mandate.client_name,
    clientEmail: mandate.client_email,
    agencyName: mandate.agency_name,
    card: { brand: mandate.card_brand, last4: mandate.card_last4 },
    words: pauseWords(reason),
  })
}
