import type { z } from 'zod'
import type { MessageProjectDto, messageProjectsInput } from '#shared/messages.ts'
import type { Page } from '#shared/paging.ts'
import type { Ctx, UserCtx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { afterCursor, decodeCursor, mergeNewest, toPage } from '../../core/paging.ts'
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
  const limit = input.limit + 1
  const narrow = (projects: ReturnType<typeof spokenIn>) =>
    projects
      .where('projects.archived_at', 'is', null)
      .$if(input.search !== '', (query) =>
        query.where((eb) => containsText(eb, [eb.ref('projects.name')], input.search)),
      )
  const latest = ({ latest, id }: { latest: string; id: string }) => ({ key: latest, id })
  // Each has an index of its own; an order by whichever there is would sort all projects.
  const rows = mergeNewest(
    await Promise.all([
      afterCursor(narrow(spokenIn(ctx)), ['thread.last_message_at', 'thread.project_id'], after)
        .limit(limit)
        .execute(),
      afterCursor(narrow(silent(ctx)), ['projects.created_at', 'projects.id'], after)
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

/** Projects with a conversation, found by it: SQLite keeps the order of a cross join. */
const spokenIn = (ctx: UserCtx) =>
  selectFrom(ctx, 'message_threads as thread')
    .crossJoin('projects')
    .whereRef('projects.agency_id', '=', 'thread.agency_id')
    .whereRef('projects.id', '=', 'thread.project_id')
    .innerJoin('agencies', 'agencies.id', 'projects.agency_id')
    .select([...SHOWN, 'thread.last_message_at as latest'])

/** Projects in which nobody has written yet. */
const silent = (ctx: UserCtx) =>
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
    .select([...SHOWN, 'projects.created_at as latest']) as unknown as ReturnType<typeof spokenIn>

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
