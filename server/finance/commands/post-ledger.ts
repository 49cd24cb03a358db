import { dateInZone } from '#shared/dates.ts'
import type { AgencyId } from '#shared/roles.ts'
import type { Tx } from '../../core/context.ts'
import { insertInto, selectFrom } from '../../core/rows.ts'
import { newId, toInstant } from '../../db/values.ts'

export interface LedgerPosting {
  /** Null for the platform's own books. */
  agencyId: AgencyId | null
  direction: 'income' | 'expense'
  category: string
  /** Minor units; negative takes an earlier entry back. */
  amount: number
  currency: string
  description: string
  paymentId?: string
  expenseId?: string
  payoutId?: string
  clientId?: string | null
  projectId?: string | null
  /** Defaults to the day of `now` in the books' time zone. */
  occurredOn?: string
}

/** Writes one movement of money, in the transaction of what caused it. */
export async function postLedger(tx: Tx, posting: LedgerPosting): Promise<void> {
  await insertInto(tx, 'ledger_entries')
    .values({
      id: newId(),
      agency_id: posting.agencyId,
      direction: posting.direction,
      category: posting.category,
      amount: posting.amount,
      currency: posting.currency,
      description: posting.description,
      payment_id: posting.paymentId ?? null,
      expense_id: posting.expenseId ?? null,
      payout_id: posting.payoutId ?? null,
      client_id: posting.clientId ?? null,
      project_id: posting.projectId ?? null,
      occurred_at: posting.occurredOn ? `${posting.occurredOn}T12:00:00.000Z` : toInstant(tx.now),
      occurred_on: posting.occurredOn ?? (await booksToday(tx, posting.agencyId)),
    })
    .execute()
}

/** Today in the time zone of an agency's books; the platform keeps its own in UTC. */
export async function booksToday(tx: Tx, agencyId: AgencyId | null): Promise<string> {
  if (agencyId === null) return dateInZone(tx.now, 'UTC')
  const agency = await selectFrom(tx, 'agencies')
    .select('timezone')
    .where('id', '=', agencyId)
    .executeTakeFirstOrThrow()
  return dateInZone(tx.now, agency.timezone)
}
