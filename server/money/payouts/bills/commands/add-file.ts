import type { BillFileDto } from '#shared/money/bills.ts'
import type { StoredFile } from '../../../../base/adapters/storage/file-storage.ts'
import { AppError } from '../../../../base/core/calls/errors.ts'
import type { AgencyCtx, Tx } from '../../../../base/core/context.ts'
import { insertInto, selectFrom } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { newId, toInstant } from '../../../../base/db/values.ts'
import { requireStorage, requireUnusedRoom } from '../../../../identity/agencies/queries/limits.ts'
import { getPayout } from '../../queries.ts'

const BILL_TYPES = /^(application\/pdf|image\/(png|jpeg|webp|gif))$/

/** Adds a bill's file whose bytes are already stored; it is linked when the bill is recorded. */
export function addBillFile(
  ctx: AgencyCtx,
  payoutId: string,
  file: StoredFile & { name: string; contentType: string },
): Promise<BillFileDto> {
  if (!BILL_TYPES.test(file.contentType)) {
    throw new AppError('BAD_REQUEST', 'Upload the bill as a PDF or an image.', { reason: 'file_refused' })
  }
  return transact(ctx, async (tx) => {
    const { employee_id } = await getPayout(tx, payoutId)
    const id = newId()
    await insertInto(tx, 'payout_bill_files')
      .values({
        agency_id: tx.reach.agencyId,
        id,
        employee_id,
        bill_id: null,
        name: file.name,
        content_type: file.contentType,
        size: file.size,
        sha256: file.sha256,
        storage_key: file.key,
        created_at: toInstant(tx.now),
      })
      .execute()
    await requireStorage(tx, tx.reach.agencyId)
    await requireUnrecordedRoom(tx, employee_id)
    return { id, name: file.name, size: file.size }
  })
}

/** Throws FORBIDDEN if the contributor's files without a bill exceed the limit. */
async function requireUnrecordedRoom(tx: Tx<AgencyCtx>, employeeId: string): Promise<void> {
  const unused = await selectFrom(tx, 'payout_bill_files')
    .select((eb) => [eb.fn.countAll<number>().as('files'), eb.fn.sum<number | null>('size').as('bytes')])
    .where('employee_id', '=', employeeId)
    .where('bill_id', 'is', null)
    .executeTakeFirstOrThrow()
  requireUnusedRoom(
    { files: unused.files, bytes: unused.bytes ?? 0 },
    'Too many files are waiting for their bill to be recorded. Unused files are deleted after a day.',
  )
}
