import type { z } from 'zod'
import type { FileDto, fileReviewInput, fileUploadQuery } from '#shared/files.ts'
import { recordActivity } from '../activity/record.ts'
import type { AgencyScope, Scope } from '../auth/scope.ts'
import type { Db, Trx } from '../db/schema.ts'
import { afterCommit, transact } from '../db/transaction.ts'
import { newId, toInstant } from '../db/values.ts'
import { AppError, notFound } from '../errors.ts'
import { publishChange } from '../live/publish.ts'
import { notifyDelivered, notifyReviewed } from '../notifications/commands/about-work.ts'
import { requireProject } from '../projects/queries.ts'
import type { FileStorage, StoredFile } from '../services/storage.ts'
import { getTask } from '../tasks/queries.ts'
import { mayUpload } from './policy.ts'
import { requireFile, toFile } from './queries.ts'

type UploadTarget = z.output<typeof fileUploadQuery>

/** Refuses an upload before its bytes are read: FORBIDDEN by kind, NOT_FOUND for foreign projects and tasks. */
export async function checkUpload(db: Db, scope: AgencyScope, target: UploadTarget): Promise<void> {
  if (!mayUpload(scope, target.kind)) {
    throw new AppError('FORBIDDEN', 'You do not have permission to add files to this project.')
  }
  const project = await requireProject(db, scope, target.project_id)
  if (target.task_id === undefined) return
  const task = await getTask(db, scope, target.task_id)
  if (task.project_id !== project.id) throw notFound('This task')
}

/** Writes down a file whose bytes are in the storage already. */
export function addFile(
  db: Db,
  scope: AgencyScope,
  target: UploadTarget,
  file: StoredFile & { name: string; contentType: string },
): Promise<FileDto> {
  return transact(db, async (trx) => {
    await checkUpload(trx, scope, target)
    const id = newId()
    await trx
      .insertInto('files')
      .values({
        agency_id: scope.agencyId,
        id,
        project_id: target.project_id,
        task_id: target.task_id ?? null,
        kind: target.kind,
        name: file.name,
        content_type: file.contentType,
        size: file.size,
        sha256: file.sha256,
        storage_key: file.key,
        uploaded_by: scope.userId,
        uploaded_by_name: scope.name,
        review: null,
        reviewed_at: null,
        reviewed_by_name: null,
        review_comment: null,
        created_at: toInstant(scope.now),
      })
      .execute()
    const row = await requireFile(trx, scope, id)
    await recordFileChange(trx, scope, row, 'file.added', `File “${row.name}” added`)
    if (row.kind === 'deliverable') await notifyDelivered(trx, scope, row)
    return toFile(row)
  })
}

/** Deletes the file and, once that is certain, its bytes. */
export function deleteFile(
  db: Db,
  scope: AgencyScope,
  input: { id: string },
  storage: FileStorage,
): Promise<{ id: string }> {
  return transact(db, async (trx) => {
    const file = await requireFile(trx, scope, input.id)
    await trx.deleteFrom('files').where('agency_id', '=', file.agency_id).where('id', '=', file.id).execute()
    await recordFileChange(trx, scope, file, 'file.deleted', `File “${file.name}” deleted`)
    // The deletion stands even when the bytes cannot be removed: nothing refers to them any more.
    afterCommit(trx, () => void storage.remove(file.storage_key).catch(() => undefined))
    return { id: file.id }
  })
}

/** The client approves a deliverable or asks for changes; a later answer replaces the earlier one. */
export function reviewFile(
  db: Db,
  scope: AgencyScope,
  input: z.output<typeof fileReviewInput>,
): Promise<FileDto> {
  return transact(db, async (trx) => {
    const file = await requireFile(trx, scope, input.id)
    if (file.kind !== 'deliverable') throw notFound('This deliverable')
    await trx
      .updateTable('files')
      .set({
        review: input.review,
        reviewed_at: toInstant(scope.now),
        reviewed_by_name: scope.name,
        review_comment: input.comment,
      })
      .where('agency_id', '=', file.agency_id)
      .where('id', '=', file.id)
      .execute()
    const approved = input.review === 'approved'
    await recordFileChange(
      trx,
      scope,
      file,
      approved ? 'file.approved' : 'file.changes_requested',
      approved ? `“${file.name}” approved` : `Changes to “${file.name}” requested`,
    )
    await notifyReviewed(trx, scope, file, approved)
    return toFile(await requireFile(trx, scope, file.id))
  })
}

/** Deliverables make news for the client too; other files only refresh the screens that show them. */
async function recordFileChange(
  trx: Trx,
  scope: Scope,
  file: Awaited<ReturnType<typeof requireFile>>,
  action: string,
  summary: string,
): Promise<void> {
  if (file.kind !== 'deliverable') {
    await publishChange(trx, scope, {
      domains: ['files'],
      agencyId: file.agency_id,
      projectId: file.project_id,
    })
    return
  }
  await recordActivity(trx, scope, {
    action,
    summary,
    subject: { type: 'file', id: file.id },
    agencyId: file.agency_id,
    projectId: file.project_id,
    clientId: file.assigned_client_id,
    touches: ['files', 'projects'],
  })
}
