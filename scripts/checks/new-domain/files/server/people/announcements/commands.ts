import type { z } from 'zod'
import type { AnnouncementDto, announcementSaveInput } from '#shared/people/schemas/announcements.ts'
import { conflict, notFound } from '../../base/core/calls/errors.ts'
import type { AgencyCtx } from '../../base/core/context.ts'
import { record } from '../../base/core/events.ts'
import { deleteFrom, insertInto } from '../../base/core/rows/rows.ts'
import { updateVersioned } from '../../base/core/rows/versioned.ts'
import { transact } from '../../base/core/transaction.ts'
import { newId, toInstant } from '../../base/db/values.ts'
import { getAnnouncement } from './queries.ts'

type Fields = Omit<z.output<typeof announcementSaveInput>, 'id'>

export function createAnnouncement(ctx: AgencyCtx, { text }: Fields): Promise<AnnouncementDto> {
  return transact(ctx, async (tx) => {
    const id = newId()
    const now = toInstant(tx.now)
    await insertInto(tx, 'announcements')
      .values({
        agency_id: ctx.reach.agencyId,
        id,
        author_id: ctx.actor.userId,
        author_name: ctx.actor.name,
        text,
        version: 1,
        created_at: now,
        updated_at: now,
      })
      .execute()
    await record(tx, 'announcement.added', { id })
    return getAnnouncement(tx, id)
  })
}

/** Throws CONFLICT if `version` is outdated. */
export function updateAnnouncement(
  ctx: AgencyCtx,
  id: string,
  { text, version }: Fields,
): Promise<AnnouncementDto> {
  return transact(ctx, async (tx) => {
    const current = await getAnnouncement(tx, id)
    if (version !== undefined && version !== current.version) throw conflict('This announcement')
    const row = { agency_id: ctx.reach.agencyId, id, version: current.version }
    await updateVersioned(tx, 'announcements', row, { text }, 'This announcement')
    await record(tx, 'announcement.changed', { id })
    return getAnnouncement(tx, id)
  })
}

export function deleteAnnouncement(ctx: AgencyCtx, id: string): Promise<void> {
  return transact(ctx, async (tx) => {
    const { numDeletedRows } = await deleteFrom(tx, 'announcements')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw notFound('This announcement')
    await record(tx, 'announcement.deleted', { id })
  })
}

/** Marks it as read by the caller; nothing changes if it already is. */
export function markAnnouncementRead(ctx: AgencyCtx, id: string): Promise<void> {
  return transact(ctx, async (tx) => {
    const { read } = await getAnnouncement(tx, id)
    if (read) return
    await insertInto(tx, 'announcement_reads')
      .values({
        agency_id: ctx.reach.agencyId,
        announcement_id: id,
        user_id: ctx.actor.userId,
        read_at: toInstant(tx.now),
      })
      .onConflict((twice) => twice.doNothing())
      .execute()
    await record(tx, 'announcement.read', { id })
  })
}
