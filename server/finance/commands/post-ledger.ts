import { dateInZone } from '#shared/dates.ts'
import { convert } from '#shared/exchange.ts'
import type { LedgerDirection } from '#shared/finance.ts'
import type { AgencyId } from '#shared/roles.ts'
import { agencyCurrency } from '../../agencies/queries/agency.ts'
import type { Tx } from '../../core/context.ts'
import { insertInto, selectFrom } from '../../core/rows.ts'
import { newId, toInstant } from '../../db/values.ts'
import { quoteOn } from '../queries/exchange-rates.ts'

export interface LedgerPosting {
  /** Null for the platform's own books. */
  agencyId: AgencyId | null
  direction: LedgerDirection
  category: string
  /** Minor units; negative takes an earlier entry back. */
  amount: number
  currency: string
  /** The amount in the books' base currency where a document fixes it; else the table of rates decides. */
  baseAmount?: number | null
  description: string
  paymentId?: string | null
  invoiceId?: string | null
  expenseId?: string
  payoutId?: string
  clientId?: string | null
  projectId?: string | null
  /** Defaults to the day of `now` in the books' time zone. */
  occurredOn?: string
}

/** Writes one movement of money, in the transaction of what caused it; returns its amount in base. */
export async function postLedger(tx: Tx, posting: LedgerPosting): Promise<number | null> {
  const occurredOn = posting.occurredOn ?? (await booksToday(tx, posting.agencyId))
  const baseAmount =
    posting.baseAmount === undefined ? await inBase(tx, posting, occurredOn) : posting.baseAmount
  await insertInto(tx, 'ledger_entries')
    .values({
      id: newId(),
      agency_id: posting.agencyId,
      direction: posting.direction,
      category: posting.category,
      amount: posting.amount,
      currency: posting.currency,
      base_amount: baseAmount,
      description: posting.description,
      payment_id: posting.paymentId ?? null,
      invoice_id: posting.invoiceId ?? null,
      expense_id: posting.expenseId ?? null,
      payout_id: posting.payoutId ?? null,
      client_id: posting.clientId ?? null,
      project_id: posting.projectId ?? null,
      occurred_at: posting.occurredOn ? `${posting.occurredOn}T12:00:00.000Z` : toInstant(tx.now),
      occurred_on: occurredOn,
    })
    .execute()
  return baseAmount
}

/** Null where the table of rates is silent: the entry waits for its owner to enter the rate. */
async function inBase(tx: Tx, posting: LedgerPosting, day: string): Promise<number | null> {
  const base = await agencyCurrency(tx, posting.agencyId)
  if (posting.currency === base) return posting.amount
  const quote = await quoteOn(tx, posting.currency, base, day)
  return quote === null ? null : convert(posting.amount, posting.currency, base, quote.rate)
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
