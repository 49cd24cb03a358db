import type { BookDifference } from '#shared/platform.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { Ctx } from '../../core/context.ts'
import { record } from '../../core/events.ts'
import { deleteFrom, insertInto, selectFrom } from '../../core/rows.ts'
import { transact } from '../../core/transaction.ts'
import { toInstant } from '../../db/values.ts'
import { bookDifferencesOf } from '../queries/book-differences.ts'

/**
 * Compares each agency's ledger, payments and documents, one agency after the other, and tells the platform's
 * administrators of what is new. Returns how many differences there are.
 */
export async function compareBooks(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  const agencies = await selectFrom(ctx, 'agencies').select(['id', 'name']).orderBy('id').execute()
  let count = 0
  for (const agency of agencies) {
    if (signal?.aborted) return count
    const differences = await bookDifferencesOf(ctx, agency.id)
    // What is booked while we read looks like a difference; what is one is still there a moment later.
    const lasting = differences.length === 0 ? [] : await stillThere(ctx, agency.id, differences)
    await keep(ctx, agency, lasting)
    count += lasting.length
  }
  return count
}

const keyOf = ({ kind, subject }: Pick<BookDifference, 'subject'> & { kind: string }): string =>
  `${kind} ${subject}`

async function stillThere(
  ctx: Ctx,
  agencyId: AgencyId,
  differences: readonly BookDifference[],
): Promise<BookDifference[]> {
  const before = new Set(differences.map((difference) => `${keyOf(difference)} ${difference.details}`))
  const now = await bookDifferencesOf(ctx, agencyId)
  return now.filter((difference) => before.has(`${keyOf(difference)} ${difference.details}`))
}

/** Writes what is new, forgets what was mended, and tells of each difference once. */
function keep(
  ctx: Ctx,
  agency: { id: AgencyId; name: string },
  differences: readonly BookDifference[],
): Promise<void> {
  return transact(ctx, async (tx) => {
    const known = await selectFrom(tx, 'book_differences')
      .select(['kind', 'subject'])
      .where('agency_id', '=', agency.id)
      .execute()
    const found = new Map(differences.map((difference) => [keyOf(difference), difference]))
    for (const { kind, subject } of known) {
      if (found.delete(keyOf({ kind, subject }))) continue
      await deleteFrom(tx, 'book_differences')
        .where('agency_id', '=', agency.id)
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .execute()
    }
    const [first] = found.values()
    if (first === undefined) return
    for (const difference of found.values()) {
      await insertInto(tx, 'book_differences')
        .values({ agency_id: agency.id, ...difference, found_at: toInstant(tx.now) })
        .execute()
    }
    await record(tx, 'books.differ', {
      id: agency.id,
      agencyId: null,
      name: agency.name,
      count: found.size,
      details: first.details,
    })
  })
}
