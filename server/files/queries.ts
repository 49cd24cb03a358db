import type { z } from 'zod'
import type { FileDto, fileListInput } from '#shared/files.ts'
import type { Page } from '#shared/paging.ts'
import type { Scope } from '../auth/scope.ts'
import { decodeCursor, toPage } from '../db/cursor.ts'
import type { Db } from '../db/schema.ts'
import { agencyFilter, clientFilter } from '../db/scope-guard.ts'
import { AppError, notFound } from '../errors.ts'
import { requireProject } from '../projects/queries.ts'
import { mayDownloadAll } from './policy.ts'

/** Files of a project the caller may see, newest first. */
export async function listFiles(
  db: Db,
  scope: Scope,
  input: z.output<typeof fileListInput>,
): Promise<Page<FileDto>> {
  const project = await requireProject(db, scope, input.project_id)
  const after = decodeCursor(input.cursor)
  const rows = await visibleFiles(db, scope)
    .where('files.agency_id', '=', project.agency_id)
    .where('files.project_id', '=', project.id)
    .$if(input.task_id != null, (query) => query.where('files.task_id', '=', input.task_id ?? ''))
    .$if(input.kind != null, (query) => query.where('files.kind', '=', input.kind ?? 'deliverable'))
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('files.created_at', 'files.id'), '<', eb.tuple(after?.key ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('files.created_at', 'desc')
    .orderBy('files.id', 'desc')
    .limit(input.limit + 1)
    .execute()
  return toPage(rows, input.limit, (row) => ({ key: row.created_at, id: row.id }), toFile)
}

/** One file with what is needed to serve or change it; NOT_FOUND when missing, foreign or not theirs to see. */
export async function requireFile(db: Db, scope: Scope, id: string) {
  const row = await visibleFiles(db, scope).where('files.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This file')
  return row
}

/** The project's deliverables for one download, oldest first, with the name the archive takes. */
export async function collectDeliverables(db: Db, scope: Scope, projectId: string) {
  const project = await requireProject(db, scope, projectId)
  if (!mayDownloadAll(scope, project)) {
    throw new AppError('FORBIDDEN', 'The files can be downloaded once the project is completed.')
  }
  const files = await visibleFiles(db, scope)
    .where('files.agency_id', '=', project.agency_id)
    .where('files.project_id', '=', project.id)
    .where('files.kind', '=', 'deliverable')
    .orderBy('files.created_at')
    .orderBy('files.id')
    .execute()
  if (files.length === 0) throw notFound('A deliverable of this project')
  return { name: project.name, files }
}

function visibleFiles(db: Db, scope: Scope) {
  const agencyId = agencyFilter(scope)
  const clientId = clientFilter(scope)
  return db
    .selectFrom('files')
    .innerJoin('projects', (join) =>
      join.onRef('projects.agency_id', '=', 'files.agency_id').onRef('projects.id', '=', 'files.project_id'),
    )
    .select([
      'files.agency_id',
      'files.id',
      'files.project_id',
      'files.task_id',
      'files.kind',
      'files.name',
      'files.content_type',
      'files.size',
      'files.storage_key',
      'files.uploaded_by',
      'files.uploaded_by_name',
      'files.review',
      'files.reviewed_at',
      'files.reviewed_by_name',
      'files.review_comment',
      'files.created_at',
      'projects.assigned_client_id',
    ])
    .$if(agencyId !== null, (query) => query.where('files.agency_id', '=', agencyId))
    .$if(clientId !== null, (query) =>
      query
        .where('projects.assigned_client_id', '=', clientId ?? '')
        .where('files.kind', 'in', ['deliverable', 'message']),
    )
}

type FileRow = Awaited<ReturnType<ReturnType<typeof visibleFiles>['executeTakeFirstOrThrow']>>

export const toFile = (row: FileRow): FileDto => ({
  id: row.id,
  project_id: row.project_id,
  task_id: row.task_id,
  kind: row.kind,
  name: row.name,
  content_type: row.content_type,
  size: row.size,
  uploaded_by: row.uploaded_by,
  uploaded_by_name: row.uploaded_by_name,
  review: row.review,
  reviewed_at: row.reviewed_at,
  reviewed_by_name: row.reviewed_by_name,
  review_comment: row.review_comment,
  created_at: row.created_at,
})
