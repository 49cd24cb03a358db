import { dateInZone } from '#shared/dates.ts'
import { convert } from '#shared/exchange.ts'
import type { LedgerDirection } from '#shared/finance.ts'
import type { AgencyId } from '#shared/roles.ts'
import { partsInBase, type SplitPart, splitStep, type ToBase } from '#shared/tax-split.ts'
import type { TaxedPart } from '#shared/taxes.ts'
import { agencyCurrency } from '../../agencies/queries/agency.ts'
import type { Tx } from '../../core/context.ts'
import { insertInto, selectFrom } from '../../core/rows.ts'
import { newId, toInstant } from '../../db/values.ts'
import { quoteOn } from '../queries/exchange-rates.ts'
import { invoiceSplit } from '../queries/invoice-split.ts'

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
  /** What is said of the tax in the amount, where no invoice says it. */
  taxes?: TaxedPart[]
  /** The invoice that is paid: its rates say what of the amount is tax. */
  invoiceId?: string | null
  paymentId?: string | null
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
  const toBase = await rateOn(tx, posting, occurredOn)
  const baseAmount = posting.baseAmount === undefined ? toBase(posting.amount) : posting.baseAmount
  const taxes =
    posting.invoiceId && isPaid(posting)
      ? await stepOf(tx, posting.invoiceId, posting.amount)
      : partsInBase(posting.taxes ?? [], toBase)
  await insertEntry(tx, posting, { occurredOn, taxes, baseAmount })
  return baseAmount
}

/** What invoices bring in; losses, credit and exchange differences of an invoice hold none of its tax. */
const isPaid = ({ direction, category }: LedgerPosting): boolean =>
  direction === 'income' && category === 'invoices'

/**
 * After a credit note, what was paid on an invoice is split over what is left of it; what that changes is
 * booked without moving money.
 */
export async function correctTaxes(
  tx: Tx,
  invoiceId: string,
  posting: Pick<LedgerPosting, 'agencyId' | 'currency' | 'description' | 'clientId' | 'projectId'>,
): Promise<void> {
  const taxes = await stepOf(tx, invoiceId, 0)
  if (taxes.length === 0) return
  const entry = { ...posting, invoiceId, direction: 'income', category: 'invoices', amount: 0 } as const
  const baseAmount = taxes.some((part) => part.base_net === null) ? null : 0
  await insertEntry(tx, entry, { occurredOn: await booksToday(tx, posting.agencyId), taxes, baseAmount })
}

async function stepOf(tx: Tx, invoiceId: string, amount: number): Promise<SplitPart[]> {
  const split = await invoiceSplit(tx, invoiceId)
  return split === null ? [] : splitStep(split.booked, split.at(split.paid + amount))
}

async function insertEntry(
  tx: Tx,
  posting: LedgerPosting,
  booked: { occurredOn: string; taxes: SplitPart[]; baseAmount: number | null },
): Promise<void> {
  const id = newId()
  const { taxes } = booked
  await insertInto(tx, 'ledger_entries')
    .values({
      id,
      agency_id: posting.agencyId,
      direction: posting.direction,
      category: posting.category,
      amount: posting.amount,
      currency: posting.currency,
      base_amount: booked.baseAmount,
      tax: taxes.reduce((sum, part) => sum + part.tax, 0),
      base_tax: taxes.reduce((sum, part) => sum + (part.base_tax ?? 0), 0),
      description: posting.description,
      invoice_id: posting.invoiceId ?? null,
      payment_id: posting.paymentId ?? null,
      expense_id: posting.expenseId ?? null,
      payout_id: posting.payoutId ?? null,
      client_id: posting.clientId ?? null,
      project_id: posting.projectId ?? null,
      occurred_at: posting.occurredOn ? `${posting.occurredOn}T12:00:00.000Z` : toInstant(tx.now),
      occurred_on: booked.occurredOn,
    })
    .execute()
  if (taxes.length === 0) return
  await insertInto(tx, 'ledger_taxes')
    .values(
      taxes.map((part, position) => ({
        entry_id: id,
        position,
        agency_id: posting.agencyId,
        ...columnsOf(part),
      })),
    )
    .execute()
}

const columnsOf = ({
  tax_bps,
  tax_name,
  tax_category,
  tax_note,
  net,
  tax,
  base_net,
  base_tax,
}: SplitPart) => ({
  tax_bps,
  tax_name,
  tax_category,
  tax_note,
  net,
  tax,
  base_net,
  base_tax,
})

/** Null where the table of rates is silent: the entry waits for its owner to enter the rate. */
async function rateOn(tx: Tx, posting: LedgerPosting, day: string): Promise<ToBase> {
  const base = await agencyCurrency(tx, posting.agencyId)
  if (posting.currency === base) return (amount) => amount
  const quote = await quoteOn(tx, posting.currency, base, day)
  return (amount) => (quote === null ? null : convert(amount, posting.currency, base, quote.rate))
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
