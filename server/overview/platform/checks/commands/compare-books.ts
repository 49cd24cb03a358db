import type { AgencyId } from '#shared/base/roles.ts'
import type { BookDifference } from '#shared/overview/platform.ts'
import type { Ctx } from '../../../../base/core/context.ts'
import { record } from '../../../../base/core/events.ts'
import { deleteFrom, insertInto, selectFrom } from '../../../../base/core/rows/rows.ts'
import { transact } from '../../../../base/core/transaction.ts'
import { ofPlatform } from '../../../../base/core/work/items.ts'
import { workThrough } from '../../../../base/core/work/work-through.ts'
import { toInstant } from '../../../../base/db/values.ts'
import { bookDifferencesOf } from '../queries/book-differences.ts'

/**
 * Compares ledger, payments, and documents, agency by agency, and notifies the platform's administrators of
 * new differences. Returns how many there are.
 */
export async function compareBooks(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  const agencies = await selectFrom(ctx, 'agencies').select(['id', 'name']).orderBy('id').execute()
  return workThrough(ctx, { work: 'books-comparison', of: ofPlatform, signal }, agencies, async (agency) => {
    const differences = await bookDifferencesOf(ctx, agency.id)
    // Concurrent bookings look like differences; only real ones are still there a moment later.
    const lasting = differences.length === 0 ? [] : await persisting(ctx, agency.id, differences)
    await keep(ctx, agency, lasting)
    return lasting.length
  })
}

const keyOf = ({ kind, subject }: Pick<BookDifference, 'subject'> & { kind: string }): string =>
  `${kind} ${subject}`

async function persisting(
  ctx: Ctx,
  agencyId: AgencyId,
  differences: readonly BookDifference[],
): Promise<BookDifference[]> {
  const before = new Set(differences.map((difference) => `${keyOf(difference)} ${difference.details}`))
  const now = await bookDifferencesOf(ctx, agencyId)
  return now.filter((difference) => before.has(`${keyOf(difference)} ${difference.details}`))
}

/** Stores new differences, deletes resolved ones, and notifies of each once. */
function keep(
  ctx: Ctx,
  agency: { id: AgencyId; name: string },
  differences: readonly BookDifference[],
): Promise<void> {
  return transact(ctx, async (tx) => {
    const existing = await selectFrom(tx, 'book_differences')
      .select(['kind', 'subject'])
      .where('agency_id', '=', agency.id)
      .execute()
    const found = new Map(differences.map((difference) => [keyOf(difference), difference]))
    for (const { kind, subject } of existing) {
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
