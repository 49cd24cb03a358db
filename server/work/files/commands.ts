import type { z } from 'zod'
import type { FileDto, FileKind } from '#shared/work/files.ts'
import type { fileReviewInput, fileUploadQuery } from '#shared/work/schemas/files.ts'
import type { FileStorage, StoredFile } from '../../base/adapters/storage/file-storage.ts'
import { removeAfterCommit } from '../../base/adapters/storage/remove-after-commit.ts'
import { openStorage } from '../../base/adapters/storage/storage.ts'
import { AppError, notFound } from '../../base/core/calls/errors.ts'
import type { AgencyCtx, Ctx, Tx, UserCtx } from '../../base/core/context.ts'
import { record } from '../../base/core/events.ts'
import { deleteFrom, insertInto, updateTable } from '../../base/core/rows/rows.ts'
import { transact } from '../../base/core/transaction.ts'
import { isSent } from '../../base/db/attached-files.ts'
import { addDays, newId, toInstant } from '../../base/db/values.ts'
import { requireStorage } from '../../identity/agencies/queries/limits.ts'
import { requireProject } from '../projects/queries/projects.ts'
import { getTask } from '../tasks/queries/tasks.ts'
import { mayUpload } from './policy.ts'
import { requireFile, requireUnsentRoom, type ScopedFile, toFile } from './queries.ts'

type UploadTarget = z.output<typeof fileUploadQuery>

/**
 * Checks an upload before its bytes are read: throws FORBIDDEN for the kind or if the declared size exceeds the
 * limits, NOT_FOUND for inaccessible projects and tasks.
 */
export async function checkUpload(ctx: AgencyCtx, target: UploadTarget, announced = 0): Promise<void> {
  if (!mayUpload(ctx, target.kind)) {
    throw new AppError('FORBIDDEN', 'You do not have permission to add files to this project.')
  }
  await requireStorage(ctx, ctx.reach.agencyId, announced)
  if (target.kind === 'message') await requireUnsentRoom(ctx, { files: 1, bytes: announced })
  const project = await requireProject(ctx, target.project_id)
  if (target.task_id === undefined) return
  const task = await getTask(ctx, target.task_id)
  if (task.project_id !== project.id) throw notFound('This task')
}

/** Adds a file whose bytes are already stored. */
export function addFile(
  ctx: AgencyCtx,
  target: UploadTarget,
  file: StoredFile & { name: string; contentType: string },
): Promise<FileDto> {
  return transact(ctx, async (tx) => {
    await checkUpload(tx, target)
    const id = newId()
    await insertInto(tx, 'files')
      .values({
        agency_id: ctx.reach.agencyId,
        id,
        project_id: target.project_id,
        task_id: target.task_id ?? null,
        kind: target.kind,
        name: file.name,
        content_type: file.contentType,
        size: file.size,
        sha256: file.sha256,
        storage_key: file.key,
        uploaded_by: tx.actor.userId,
        uploaded_by_name: tx.actor.name,
        review: null,
        reviewed_at: null,
        reviewed_by_name: null,
        review_comment: null,
        created_at: toInstant(tx.now),
      })
      .execute()
    await requireStorage(tx, ctx.reach.agencyId)
    if (target.kind === 'message') await requireUnsentRoom(tx)
    const row = await requireFile(tx, id)
    await record(tx, 'file.added', aboutFile(row))
    return toFile(row)
  })
}

/** Deletes the file and, after the commit, its bytes. */
export function deleteFile(
  ctx: AgencyCtx,
  input: { id: string },
  storage: FileStorage,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const file = await requireFile(tx, input.id)
    await deleteFrom(tx, 'files').where('agency_id', '=', file.agency_id).where('id', '=', file.id).execute()
    await record(tx, 'file.deleted', aboutFile(file))
    removeAfterCommit(tx, storage, [file])
    return { id: file.id }
  })
}

/** Deletes an uploaded file of the caller that no message or comment contains yet. */
export function discardFile(
  ctx: AgencyCtx,
  input: { id: string },
  storage: FileStorage,
): Promise<{ id: string }> {
  return transact(ctx, async (tx) => {
    const file = await requireFile(tx, input.id)
    const discarded = { ids: [file.id], kinds: ['message', 'attachment'] } as const
    if (!(await discardUploads(tx, discarded, storage))) throw notFound('This file')
    await record(tx, 'file.deleted', aboutFile(file))
    return { id: file.id }
  })
}

/** Deletes the caller's files of these kinds that no message or comment contains; false if there are none. */
export async function discardUploads(
  tx: Tx<UserCtx>,
  { ids, kinds }: { ids: readonly string[]; kinds: readonly FileKind[] },
  storage: FileStorage,
): Promise<boolean> {
  if (ids.length === 0) return false
  const unused = await deleteFrom(tx, 'files')
    .where('id', 'in', ids)
    .where('uploaded_by', '=', tx.actor.userId)
    .where('kind', 'in', kinds)
    .where((eb) => eb.not(isSent(eb)))
    .returning('storage_key')
    .execute()
  removeAfterCommit(tx, storage, unused)
  return unused.length > 0
}

/** Deletes files older than a week that were uploaded for a message, or a client’s comment, that was never sent. */
export async function deleteUnsentFiles(ctx: Ctx): Promise<void> {
  const unsent = await deleteFrom(ctx, 'files')
    .where('kind', '=', 'message')
    .where('created_at', '<', toInstant(addDays(ctx.now, -7)))
    .where((eb) => eb.not(isSent(eb)))
    .returning('storage_key')
    .execute()
  const storage = openStorage(ctx.services.config)
  for (const { storage_key } of unsent) await storage.remove(storage_key)
}

/** The client approves a deliverable or requests changes; a later review replaces the earlier one. */
export function reviewFile(ctx: AgencyCtx, input: z.output<typeof fileReviewInput>): Promise<FileDto> {
  return transact(ctx, async (tx) => {
    const file = await requireFile(tx, input.id)
    if (file.kind !== 'deliverable') throw notFound('This deliverable')
    await updateTable(tx, 'files')
      .set({
        review: input.review,
        reviewed_at: toInstant(tx.now),
        reviewed_by_name: tx.actor.name,
        review_comment: input.comment,
      })
      .where('agency_id', '=', file.agency_id)
      .where('id', '=', file.id)
      .execute()
    await record(tx, input.review === 'approved' ? 'file.approved' : 'file.changes-requested', {
      ...aboutFile(file),
      uploaderId: file.uploaded_by,
    })
    return toFile(await requireFile(tx, file.id))
  })
}

const aboutFile = (file: ScopedFile) => ({
  id: file.id,
  kind: file.kind,
  name: file.name,
  agencyId: file.agency_id,
  projectId: file.project_id,
  clientId: file.kind === 'attachment' ? null : file.assigned_client_id,
  addedAt: file.created_at,
  awaitsReview: file.kind === 'deliverable' && file.review === null,
})
