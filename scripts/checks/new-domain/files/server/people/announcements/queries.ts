import type { AnnouncementDto } from '#shared/people/schemas/announcements.ts'
import { notFound } from '../../base/core/calls/errors.ts'
import type { UserCtx } from '../../base/core/context.ts'
import { selectFrom } from '../../base/core/rows/rows.ts'

/** Older ones are no longer shown. */
const MAX_SHOWN = 20

/** The newest announcements, with those who have read each. */
export async function listAnnouncements(ctx: UserCtx): Promise<AnnouncementDto[]> {
  const rows = await selectAnnouncements(ctx)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_SHOWN)
    .execute()
  return withReaders(ctx, rows)
}

/** One announcement; throws NOT_FOUND if missing or not accessible. */
export async function getAnnouncement(ctx: UserCtx, id: string): Promise<AnnouncementDto> {
  const row = await selectAnnouncements(ctx).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This announcement')
  const [announcement] = await withReaders(ctx, [row])
  return announcement as AnnouncementDto
}

const selectAnnouncements = (ctx: UserCtx) =>
  selectFrom(ctx, 'announcements').select(['id', 'text', 'author_name', 'version', 'created_at'])

async function withReaders(
  ctx: UserCtx,
  rows: Omit<AnnouncementDto, 'read' | 'readers'>[],
): Promise<AnnouncementDto[]> {
  if (rows.length === 0) return []
  const reads = await selectFrom(ctx, 'announcement_reads')
    .innerJoin('profiles', 'profiles.user_id', 'announcement_reads.user_id')
    .select(['announcement_id', 'announcement_reads.user_id', 'profiles.name', 'read_at'])
    .where(
      'announcement_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('read_at')
    .execute()
  return rows.map((row) => {
    const readers = reads.filter((read) => read.announcement_id === row.id)
    return {
      ...row,
      read: readers.some((reader) => reader.user_id === ctx.actor.userId),
      readers: readers.map(({ name, read_at }) => ({ name, read_at })),
    }
  })
}
