import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { MessageProjectDto } from '#shared/work/messages.ts'
import type { messageProjectsInput } from '#shared/work/schemas/messages.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx, UserCtx } from '../../../base/core/context.ts'
import { afterCursor, decodeCursor, mergeNewest, toPage } from '../../../base/core/rows/paging.ts'
import { selectFrom } from '../../../base/core/rows/rows.ts'
import { containsText } from '../../../base/db/engines/dialect.ts'
import { unreadByProject } from './unread.ts'

/**
 * The project, if the caller can take part in its conversation; throws NOT_FOUND if missing or not
 * accessible.
 */
export async function requireThread(ctx: UserCtx, projectId: string) {
  const project = await selectFrom(ctx, 'projects')
    .select(['agency_id', 'id', 'name', 'assigned_client_id'])
    .where('id', '=', projectId)
    .executeTakeFirst()
  if (project === undefined) throw notFound('This project')
  return project
}
export type Thread = Awaited<ReturnType<typeof requireThread>>

/** Projects in which the caller can write, most recent conversation first, excluding archived ones. */
export async function listThreads(
  ctx: UserCtx,
  input: z.output<typeof messageProjectsInput>,
): Promise<Page<MessageProjectDto>> {
  const after = decodeCursor(input.cursor)
  const limit = input.limit + 1
  const narrow = (projects: ReturnType<typeof withMessages>) =>
    projects
      .where('projects.archived_at', 'is', null)
      .$if(input.search !== '', (query) =>
        query.where((eb) => containsText(eb, [eb.ref('projects.name')], input.search)),
      )
  const latest = ({ latest, id }: { latest: string; id: string }) => [latest, id]
  // Each query uses its own index; a combined order would sort all projects.
  const rows = mergeNewest(
    await Promise.all([
      afterCursor(narrow(withMessages(ctx)), ['thread.last_message_at', 'thread.project_id'], after)
        .limit(limit)
        .execute(),
      afterCursor(narrow(withoutMessages(ctx)), ['projects.created_at', 'projects.id'], after)
        .limit(limit)
        .execute(),
    ]),
    latest,
  ).slice(0, limit)
  const ids = rows.map((row) => row.id)
  const [unread, last] = await Promise.all([unreadByProject(ctx, ids), lastMessages(ctx, ids)])
  return toPage(rows, input.limit, latest, ({ latest: _latest, ...row }) => ({
    ...row,
    unread: unread.get(row.id) ?? 0,
    last_message: last.get(row.id) ?? null,
  }))
}

const SHOWN = [
  'projects.id',
  'projects.agency_id',
  'agencies.name as agency_name',
  'projects.name',
  'projects.category',
  'projects.status',
] as const

/** Projects with a conversation, starting at the threads: SQLite keeps the order of a cross join. */
const withMessages = (ctx: UserCtx) =>
  selectFrom(ctx, 'message_threads as thread')
    .crossJoin('projects')
    .whereRef('projects.agency_id', '=', 'thread.agency_id')
    .whereRef('projects.id', '=', 'thread.project_id')
    .innerJoin('agencies', 'agencies.id', 'projects.agency_id')
    .select([...SHOWN, 'thread.last_message_at as latest'])

/** Projects without messages. */
const withoutMessages = (ctx: UserCtx) =>
  selectFrom(ctx, 'projects')
    .innerJoin('agencies', 'agencies.id', 'projects.agency_id')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('message_threads as thread')
            .select('thread.project_id')
            .whereRef('thread.agency_id', '=', 'projects.agency_id')
            .whereRef('thread.project_id', '=', 'projects.id'),
        ),
      ),
    )
    .select([...SHOWN, 'projects.created_at as latest']) as unknown as ReturnType<typeof withMessages>

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
