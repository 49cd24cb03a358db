import type { DeleteResult } from 'kysely'

/** Rows per statement, so that clearing a long log doesn't block current deliveries. */
const BATCH = 1000

/** Repeats a deletion, each time of at most the given number of rows, until none are left. */
export async function deleteInBatches(
  deletionOf: (limit: number) => { executeTakeFirstOrThrow(): Promise<DeleteResult> },
): Promise<void> {
  let deleted: bigint
  do {
    const result = await deletionOf(BATCH).executeTakeFirstOrThrow()
    deleted = result.numDeletedRows
  } while (deleted === BigInt(BATCH))
}
