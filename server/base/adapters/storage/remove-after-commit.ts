import type { Tx } from '../../core/context.ts'
import { afterCommit } from '../../core/transaction.ts'
import type { FileStorage } from './file-storage.ts'

/** Removes the bytes of deleted rows; errors are ignored, because nothing refers to the bytes any longer. */
export function removeAfterCommit(
  tx: Tx,
  storage: FileStorage,
  deleted: readonly { storage_key: string }[],
): void {
  for (const { storage_key } of deleted) {
    afterCommit(tx, () => void storage.remove(storage_key).catch(() => undefined))
  }
}
