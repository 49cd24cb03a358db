import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { FileDto } from '#shared/work/files.ts'
import type { fileListInput } from '#shared/work/schemas/files.ts'
import { AppError, notFound } from '../../base/core/calls/errors.ts'
import type { AgencyCtx, UserCtx } from '../../base/core/context.ts'
import { pageAfter, whereSet } from '../../base/core/rows/paging.ts'
import { inAgency } from '../../base/core/rows/reach.ts'
import { selectFrom } from '../../base/core/rows/rows.ts'
import { isSent } from '../../base/db/attached-files.ts'
import { requireUnusedRoom } from '../../identity/agencies/queries/limits.ts'
import { mayDownloadAll } from '../projects/policy.ts'
import { requireProject } from '../projects/queries/projects.ts'

/** Files of a project visible to the caller, newest first, without unsent ones. */
export async function listFiles(ctx: UserCtx, input: z.output<typeof fileListInput>): Promise<Page<FileDto>> {
  const project = await requireProject(ctx, input.project_id)
  const files = visibleFiles(ctx)
    .where('files.agency_id', '=', project.agency_id)
    .where('files.project_id', '=', project.id)
    .$call((query) => whereSet(query, 'files.task_id', input.task_id))
    .$call((query) => whereSet(query, 'files.kind', input.kind))
    .where((eb) => eb.or([eb('files.kind', '!=', 'message'), isSent(eb)]))
    .$if(input.awaiting, (query) =>
      query.where('files.kind', '=', 'deliverable').where('files.review', 'is', null),
    )
  return pageAfter(files, ['files.created_at', 'files.id'], input, toFile)
}

const UNSENT = 'Send or remove your unsent files first. They are deleted after a week.'

/** Throws FORBIDDEN if the caller's unsent files of the agency, and those to come, exceed the limit. */
export async function requireUnsentRoom(ctx: AgencyCtx, more = { files: 0, bytes: 0 }): Promise<void> {
  const unsent = await selectFrom(inAgency(ctx, ctx.reach), 'files')
    .select((eb) => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number | null>('size').as('bytes')])
    .where('kind', '=', 'message')
    .where('uploaded_by', '=', ctx.actor.userId)
    .where((eb) => eb.not(isSent(eb)))
    .executeTakeFirstOrThrow()
  const { files, bytes } = more
  requireUnusedRoom({ files: unsent.files + files, bytes: (unsent.bytes ?? 0) + bytes }, UNSENT)
}

/** Deliverables awaiting review in active projects, oldest first. */
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

/** One file as shown to callers; throws NOT_FOUND if missing or not accessible. */
export const getFile = async (ctx: UserCtx, id: string): Promise<FileDto> =>
  toFile(await requireFile(ctx, id))

/** One file with the columns needed to serve or change it; throws NOT_FOUND if missing or not accessible. */
export async function requireFile(ctx: UserCtx, id: string) {
  const row = await visibleFiles(ctx).where('files.id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound('This file')
  return row
}

/** The project's deliverables, oldest first, and the name for an archive of them. */
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
    .leftJoin('damaged_files', 'damaged_files.file_key', 'files.storage_key')
    .select([
      'files.agency_id',
      'files.id',
      'files.project_id',
      'files.task_id',
      'files.kind',
      'files.name',
      'files.content_type',
      'files.size',
      'files.sha256',
      'files.storage_key',
      'files.uploaded_by',
      'files.uploaded_by_name',
      'files.review',
      'files.reviewed_at',
      'files.reviewed_by_name',
      'files.review_comment',
      'files.created_at',
      'projects.assigned_client_id',
      'damaged_files.state as trouble',
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
  trouble: row.trouble,
})
