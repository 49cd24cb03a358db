import type { AgencyId } from '#shared/base/roles.ts'
import { removeAfterCommit } from '../../../../base/adapters/storage/remove-after-commit.ts'
import { openStorage } from '../../../../base/adapters/storage/storage.ts'
import type { Tx } from '../../../../base/core/context.ts'
import { acrossAgencies } from '../../../../base/core/rows/reach.ts'
import { deleteFrom } from '../../../../base/core/rows/rows.ts'
import { isSent } from '../../../../base/db/attached-files.ts'

/** Deletes the person's files that were never sent with a message or comment, and their bytes after the commit. */
export async function discardUnsent(
  tx: Tx,
  { userId, agencyId }: { userId: string; agencyId: AgencyId },
): Promise<void> {
  const unsent = await deleteFrom(acrossAgencies(tx), 'files')
    .where('agency_id', '=', agencyId)
    .where('uploaded_by', '=', userId)
    .where('kind', '=', 'message')
    .where((eb) => eb.not(isSent(eb)))
    .returning('storage_key')
    .execute()
  removeAfterCommit(tx, openStorage(tx.services.config), unsent)
}
