import type { z } from 'zod'
import type { MessageProjectDto, messageProjectsInput } from '#shared/messages.ts'
import type { Page } from '#shared/paging.ts'
import { isPlatformAdmin, type Scope } from '../../auth/scope.ts'
import { decodeCursor, toPage } from '../../db/cursor.ts'
import { containsText } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'
import { agencyFilter, clientFilter } from '../../db/scope-guard.ts'
import { notFound } from '../../errors.ts'

/** The project whose conversation the caller may join; NOT_FOUND when it is missing or foreign. */
export async function requireThread(db: Db, scope: Scope, projectId: string) {
  const agencyId = agencyFilter(scope)
  const clientId = clientFilter(scope)
  const project = await db
    .selectFrom('projects')
    .select(['agency_id', 'id', 'name', 'assigned_client_id'])
    .where('id', '=', projectId)
    .$if(agencyId !== null, (query) => query.where('agency_id', '=', agencyId))
    .$if(clientId !== null, (query) => query.where('assigned_client_id', '=', clientId ?? ''))
    .executeTakeFirst()
  if (project === undefined) throw notFound('This project')
  return project
}
export type Thread = Awaited<ReturnType<typeof requireThread>>

/** Projects the caller can write in, the latest conversation first; archived ones are left out. */
export async function listThreads(
  db: Db,
  scope: Scope,
  input: z.output<typeof messageProjectsInput>,
): Promise<Page<MessageProjectDto>> {
  const after = decodeCursor(input.cursor)
  const agencyId = agencyFilter(scope)
  const clientId = clientFilter(scope)
  const rows = await db
    .selectFrom('projects')
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
    .$if(agencyId !== null, (query) => query.where('projects.agency_id', '=', agencyId))
    .$if(clientId !== null, (query) => query.where('projects.assigned_client_id', '=', clientId ?? ''))
    .$if(input.search !== '', (query) =>
      query.where((eb) => containsText(eb, [eb.ref('projects.name')], input.search)),
    )
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.tuple(eb.fn.coalesce('thread.last_message_at', 'projects.created_at'), eb.ref('projects.id')),
          '<',
          eb.tuple(after?.key ?? '', after?.id ?? ''),
        ),
      ),
    )
    .orderBy('latest', 'desc')
    .orderBy('projects.id', 'desc')
    .limit(input.limit + 1)
    .execute()
  const ids = rows.map((row) => row.id)
  const [unread, last] = await Promise.all([unreadByProject(db, scope, ids), lastMessages(db, ids)])
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

async function lastMessages(db: Db, projectIds: string[]) {
  if (projectIds.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('message_threads as thread')
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

/** Messages of others the caller has not read; how many, in all the projects they follow. */
export async function unreadMessages(db: Db, scope: Scope): Promise<number> {
  const { count } = await visibleUnread(db, scope)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function unreadByProject(db: Db, scope: Scope, projectIds: string[]): Promise<Map<string, number>> {
  if (projectIds.length === 0) return new Map()
  const rows = await visibleUnread(db, scope)
    .select((eb) => ['messages.project_id', eb.fn.countAll<number>().as('count')])
    .where('messages.project_id', 'in', projectIds)
    .groupBy('messages.project_id')
    .execute()
  return new Map(rows.map((row) => [row.project_id, row.count]))
}

/** The platform's administrator follows only conversations they have opened. */
function visibleUnread(db: Db, scope: Scope) {
  const agencyId = agencyFilter(scope)
  const clientId = clientFilter(scope)
  return db
    .selectFrom('projects')
    .leftJoin('message_marks as mark', (join) =>
      join
        .onRef('mark.agency_id', '=', 'projects.agency_id')
        .onRef('mark.project_id', '=', 'projects.id')
        .on('mark.user_id', '=', scope.userId),
    )
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.agency_id', '=', 'projects.agency_id')
        .onRef('messages.project_id', '=', 'projects.id')
        .on((eb) => eb('messages.position', '>', eb.fn.coalesce('mark.last_position', eb.lit(0)))),
    )
    .where('projects.archived_at', 'is', null)
    .where('messages.sender_id', '!=', scope.userId)
    .where('messages.deleted_at', 'is', null)
    .$if(isPlatformAdmin(scope), (query) => query.where('mark.user_id', 'is not', null))
    .$if(agencyId !== null, (query) => query.where('projects.agency_id', '=', agencyId))
    .$if(clientId !== null, (query) => query.where('projects.assigned_client_id', '=', clientId ?? ''))
}
