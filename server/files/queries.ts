import type { z } from 'zod'
import type { FileDto, fileListInput } from '#shared/files.ts'
import type { Page } from '#shared/paging.ts'
import type { UserCtx } from '../core/context.ts'
import { AppError, notFound } from '../core/errors.ts'
import { afterCursor, decodeCursor, toPage, whereSet } from '../core/paging.ts'
import { selectFrom } from '../core/rows.ts'
import { mayDownloadAll } from '../projects/policy.ts'
import { requireProject } from '../projects/queries/projects.ts'

/** Files of a project the caller may see, newest first. */
export async function listFiles(ctx: UserCtx, input: z.output<typeof fileListInput>): Promise<Page<FileDto>> {
  const project = await requireProject(ctx, input.project_id)
  const after = decodeCursor(input.cursor)
  const rows = await visibleFiles(ctx)
    .where('files.agency_id', '=', project.agency_id)
    .where('files.project_id', '=', project.id)
    .$call((query) => whereSet(query, 'files.task_id', input.task_id))
    .$call((query) => whereSet(query, 'files.kind', input.kind))
    .$if(input.awaiting, (query) =>
      query.where('files.kind', '=', 'deliverable').where('files.review', 'is', null),
    )
    .$call((query) => afterCursor(query, ['files.created_at', 'files.id'], after, 'desc'))
    .limit(input.limit + 1)
    .execute()
  return toPage(rows, input.limit, (row) => ({ key: row.created_at, id: row.id }), toFile)
}

/** Deliverables nobody has answered yet, of projects under way, the oldest first. */
export async function filesToReview(ctx: UserCtx, limit: number) {
  return selectFrom(ctx, 'files')
    .innerJoin('projects', (join) =>
      join.onRef('projects.agency_id', '=', 'files.agency_id').onRef('projects.id', '=', 'files.project_id'),
    )
    .select([
      'files.id',
      'files.name',
      'files.project_id',
      'projects.name as project_name',
      'files.created_at',
    ])
    .where('files.kind', '=', 'deliverable')
    .where('files.review', 'is', null)
    .where('projects.archived_at', 'is', null)
    .orderBy('files.created_at')
    .orderBy('files.id')
    .limit(limit)
    .execute()
}

/** One file as callers see it; NOT_FOUND when it is missing or foreign. */
export const getFile = async (ctx: UserCtx, id: string): Promise<FileDto> =>
  toFile(await requireFile(ctx, id))

/** One file with what is needed to serve or change it; NOT_FOUND when it is missing or not the caller's to see. */
export async function requireFile(ctx: UserCtx, id: string) {
  const row = await visibleFiles(ctx).where('files.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This file')
  return row
}

/** The project's deliverables for one download, oldest first, with the name the archive takes. */
export async function collectDeliverables(ctx: UserCtx, projectId: string) {
  const project = await requireProject(ctx, projectId)
  if (!mayDownloadAll(ctx, project)) {
    throw new AppError('FORBIDDEN', 'The files can be downloaded once the project is completed.')
  }
  const files = await visibleFiles(ctx)
    .where('files.agency_id', '=', project.agency_id)
    .where('files.project_id', '=', project.id)
    .where('files.kind', '=', 'deliverable')
    .orderBy('files.created_at')
    .orderBy('files.id')
    .execute()
  if (files.length === 0) throw notFound('A deliverable of this project')
  return { name: project.name, files }
}

const visibleFiles = (ctx: UserCtx) =>
  selectFrom(ctx, 'files')
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

export type ScopedFile = Awaited<ReturnType<ReturnType<typeof visibleFiles>['executeTakeFirstOrThrow']>>

export const toFile = (row: ScopedFile): FileDto => ({
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
