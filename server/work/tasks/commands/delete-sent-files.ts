import type { AgencyId } from '#shared/base/roles.ts'
import { removeAfterCommit } from '../../../base/adapters/storage/remove-after-commit.ts'
import { openStorage } from '../../../base/adapters/storage/storage.ts'
import type { Tx } from '../../../base/core/context.ts'
import { acrossAgencies } from '../../../base/core/rows/reach.ts'
import { deleteFrom } from '../../../base/core/rows/rows.ts'
import { isSent } from '../../../base/db/attached-files.ts'

/** Deletes those of the files that a client sent with comments which no longer exist, and their bytes after the commit. */
export async function deleteSentFiles(
  tx: Tx,
  agencyId: AgencyId,
  files: readonly { id: string }[],
): Promise<void> {
  if (files.length === 0) return
  const ids = files.map(({ id }) => id)
  const deleted = await deleteFrom(acrossAgencies(tx), 'files')
    .where('agency_id', '=', agencyId)
    .where('id', 'in', ids)
    .where('kind', '=', 'message')
    .where((eb) => eb.not(isSent(eb)))
    .returning('storage_key')
    .execute()
  removeAfterCommit(tx, openStorage(tx.services.config), deleted)
}
