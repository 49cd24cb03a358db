import type { z } from 'zod'
import type { MessageProjectDto, messageProjectsInput } from '#shared/messages.ts'
import type { Page } from '#shared/paging.ts'
import type { Ctx, UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { afterCursor, decodeCursor, toPage } from '../../core/paging.ts'
import { selectFrom } from '../../core/rows.ts'
import { containsText } from '../../db/dialect.ts'
import { unreadByProject } from './unread.ts'

/** The project whose conversation the caller may join; NOT_FOUND when it is missing or foreign. */
export async function requireThread(ctx: UserCtx, projectId: string) {
  const project = await selectFrom(ctx, 'projects')
    .select(['agency_id', 'id', 'name', 'assigned_client_id'])
    .where('id', '=', projectId)
    .executeTakeFirst()
  if (project === undefined) throw notFound('This project')
  return project
}
export type Thread = Awaited<ReturnType<typeof requireThread>>

/** Projects the caller can write in, the latest conversation first; archived ones are left out. */
export async function listThreads(
  ctx: UserCtx,
  input: z.output<typeof messageProjectsInput>,
): Promise<Page<MessageProjectDto>> {
  const after = decodeCursor(input.cursor)
  const rows = await selectFrom(ctx, 'projects')
    .innerJoin('agencies', 'agencies.id', 'projects.agency_id')
    .leftJoin('message_threads as thread', (join) =>
      join
        .onRef('thread.agency_id', '=', 'projects.agency_id')
        .onRef('thread.project_id', '=', 'projects.id'),
    )
    .select((eb) => [
      'projects.id',
      'projects.agency_id',
      'agencies.name as agency_name',
      'projects.name',
      'projects.category',
      'projects.status',
      'thread.last_position',
      eb.fn.coalesce('thread.last_message_at', 'projects.created_at').as('latest'),
    ])
    .where('projects.archived_at', 'is', null)
    .$if(input.search !== '', (query) =>
      query.where((eb) => containsText(eb, [eb.ref('projects.name')], input.search)),
    )
    .$call((query) =>
      afterCursor(
        query,
        [(eb) => eb.fn.coalesce('thread.last_message_at', 'projects.created_at'), 'projects.id'],
        after,
        'desc',
      ),
    )
    .limit(input.limit + 1)
    .execute()
  const ids = rows.map((row) => row.id)
  const [unread, last] = await Promise.all([unreadByProject(ctx, ids), lastMessages(ctx, ids)])
  return toPage(
    rows,
    input.limit,
    (row) => ({ key: row.latest, id: row.id }),
    ({ latest: _latest, last_position: _position, ...row }) => ({
      ...row,
      unread: unread.get(row.id) ?? 0,
      last_message: last.get(row.id) ?? null,
    }),
  )
}

async function lastMessages(ctx: Ctx, projectIds: string[]) {
  if (projectIds.length === 0) return new Map<string, never>()
  const rows = await selectFrom(ctx, 'message_threads as thread')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.agency_id', '=', 'thread.agency_id')
        .onRef('messages.project_id', '=', 'thread.project_id')
        .onRef('messages.position', '=', 'thread.last_position'),
    )
    .select([
      'messages.project_id',
      'messages.sender_name',
      'messages.content',
      'messages.created_at as timestamp',
    ])
    .where('thread.project_id', 'in', projectIds)
    .execute()
  return new Map(rows.map(({ project_id, ...message }) => [project_id, message]))
}
