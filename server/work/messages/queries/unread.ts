import type { UserCtx } from '../../../base/core/context.ts'
import { isPlatformAdmin, shownUserId } from '../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'

/**
 * Unread messages are of two kinds: all messages of others in conversations never opened, counted by tallies,
 * and in opened ones those after the read mark. Excludes archived projects; platform administrators only
 * follow conversations they have opened.
 */
export interface UnreadThread {
  project_id: string
  unread: number
  /** The time of the first unread message, in UTC. */
  since: string
}

/** The number of others' messages that the caller hasn't read, in all projects they follow. */
export async function unreadMessages(ctx: UserCtx): Promise<number> {
  const [unopened, behind] = await Promise.all([
    isPlatformAdmin(ctx)
      ? null
      : unopenedTallies(ctx)
          .select((eb) => eb.fn.sum<number | null>('message_tallies.messages').as('count'))
          .executeTakeFirstOrThrow(),
    beyondMarks(ctx)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return (unopened?.count ?? 0) + behind.count
}

/** Conversations with unread messages, longest-waiting first. */
export async function unreadThreads(
  ctx: UserCtx,
  limit: number,
): Promise<(UnreadThread & { project_name: string })[]> {
  const [unopened, behind] = await Promise.all([
    isPlatformAdmin(ctx)
      ? []
      : unopenedThreads(ctx).orderBy('since').orderBy('message_tallies.project_id').limit(limit).execute(),
    unreadAfterMarks(ctx).orderBy('since').orderBy('mark.project_id').limit(limit).execute(),
  ])
  const first = [...unopened, ...behind]
    .toSorted((one, other) => order(one).localeCompare(order(other)))
    .slice(0, limit)
  if (first.length === 0) return []
  const projects = await selectFrom(ctx, 'projects')
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      first.map((thread) => thread.project_id),
    )
    .execute()
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  return first.map((thread) => ({ ...thread, project_name: names.get(thread.project_id) ?? '' }))
}

const order = ({ since, project_id }: UnreadThread): string => `${since} ${project_id}`

/** The caller's number of unread messages by project; projects without any are omitted. */
export async function unreadByProject(ctx: UserCtx, projectIds: string[]): Promise<Map<string, number>> {
  if (projectIds.length === 0) return new Map()
  const [unopened, behind] = await Promise.all([
    isPlatformAdmin(ctx)
      ? []
      : unopenedThreads(ctx).where('message_tallies.project_id', 'in', projectIds).execute(),
    unreadAfterMarks(ctx).where('mark.project_id', 'in', projectIds).execute(),
  ])
  return new Map([...unopened, ...behind].map((row) => [row.project_id, row.unread]))
}

const unopenedThreads = (ctx: UserCtx) =>
  unopenedTallies(ctx)
    .select((eb) => [
      'message_tallies.project_id',
      eb.fn.sum<number>('message_tallies.messages').as('unread'),
      eb.fn.min<string>('message_tallies.oldest_at').as('since'),
    ])
    .groupBy('message_tallies.project_id')

const unreadAfterMarks = (ctx: UserCtx) =>
  beyondMarks(ctx)
    .select((eb) => [
      'mark.project_id',
      eb.fn.countAll<number>().as('unread'),
      eb.fn.min<string>('messages.created_at').as('since'),
    ])
    .groupBy('mark.project_id')

/** Others' messages in conversations that the caller has never opened. */
const unopenedTallies = (ctx: UserCtx) =>
  selectFrom(ctx, 'message_tallies')
    .where('message_tallies.sender_id', '!=', shownUserId(ctx))
    .where('message_tallies.messages', '>', 0)
    .where(
      'message_tallies.project_id',
      'not in',
      selectFrom(ctx, 'projects').select('projects.id').where('projects.archived_at', 'is not', null),
    )
    .where(
      'message_tallies.project_id',
      'not in',
      selectFrom(ctx, 'message_marks')
        .select('message_marks.project_id')
        .where('message_marks.user_id', '=', shownUserId(ctx)),
    )

/** Messages after the caller's read marks. */
const beyondMarks = (ctx: UserCtx) =>
  selectFrom(ctx, 'message_marks as mark')
    .innerJoin('message_threads as thread', (join) =>
      join
        .onRef('thread.agency_id', '=', 'mark.agency_id')
        .onRef('thread.project_id', '=', 'mark.project_id')
        .onRef('thread.last_position', '>', 'mark.last_position'),
    )
    .innerJoin('projects', (join) =>
      join.onRef('projects.agency_id', '=', 'mark.agency_id').onRef('projects.id', '=', 'mark.project_id'),
    )
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.agency_id', '=', 'mark.agency_id')
        .onRef('messages.project_id', '=', 'mark.project_id')
        .onRef('messages.position', '>', 'mark.last_position'),
    )
    .where('mark.user_id', '=', shownUserId(ctx))
    .where('projects.archived_at', 'is', null)
    .where('messages.sender_id', '!=', shownUserId(ctx))
    .where('messages.deleted_at', 'is', null)
