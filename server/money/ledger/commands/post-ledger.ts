import { convert } from '#shared/base/amounts/exchange.ts'
import type { AgencyId } from '#shared/base/roles.ts'
import type { LedgerDirection } from '#shared/money/ledger/finance.ts'
import { lostTax, purchaseTaxes, shareInBase } from '#shared/money/ledger/taxes/purchases.ts'
import {
  type ExpensePart,
  partsInBase,
  type SplitPart,
  type ToBase,
} from '#shared/money/ledger/taxes/tax-split.ts'
import type { Tx } from '../../../base/core/context.ts'
import { insertInto } from '../../../base/core/rows/rows.ts'
import { newId, toInstant } from '../../../base/db/values.ts'
import { agencyCurrency } from '../../../identity/agencies/queries/agency.ts'
import { quoteOn } from '../queries/exchange-rates.ts'
import { type Books, bookedAt, booksToday, openDay } from '../queries/open-days.ts'

export interface LedgerPosting {
  /** Defaults to a new id; set if the caller stores it. */
  id?: string
  /** Null for the platform's ledger. */
  agencyId: AgencyId | null
  direction: LedgerDirection
  category: string
  /** Minor units; negative to reverse an earlier entry. */
  amount: number
  currency: string
  /** The amount in base currency if fixed by a document; otherwise the exchange rates are used. */
  baseAmount?: number | null
  description: string
  /** The tax included in the amount. */
  taxes?: ExpensePart[]
  /** The same with base amounts, if fixed by a document. */
  split?: SplitPart[]
  invoiceId?: string | null
  paymentId?: string | null
  expenseId?: string
  payoutId?: string
  /** The contributor who is paid. */
  employeeId?: string
  /** The payout, if it's for recorded hours. */
  hoursPayoutId?: string | null
  clientId?: string | null
  projectId?: string | null
  /** The entry that this one reverses on another day, unlike `reverseEntry`. */
  reversesId?: string
  /**
   * Defaults to the date of `now` in the ledger's time zone. In a closed period, it is booked today, with this as its
   * value date.
   */
  occurredOn?: string
}

/** Posts one movement of money in the transaction that causes it; returns its amount in base currency. */
export async function postLedger(tx: Books, posting: LedgerPosting): Promise<number | null> {
  const occurredOn = posting.occurredOn ?? (await booksToday(tx, posting.agencyId))
  const toBase = await rateOn(tx, posting, occurredOn)
  const baseAmount = posting.baseAmount === undefined ? toBase(posting.amount) : posting.baseAmount
  const taxes = posting.split ?? partsInBase(posting.taxes ?? [], toBase)
  await insertEntry(tx, posting, { occurredOn, taxes, baseAmount })
  return baseAmount
}

async function insertEntry(
  tx: Books,
  posting: LedgerPosting,
  booked: { occurredOn: string; taxes: SplitPart[]; baseAmount: number | null },
): Promise<void> {
  const { id = newId() } = posting
  const { taxes } = booked
  const { day, state } = await openDay(tx, posting.agencyId, booked.occurredOn)
  const isMoved = state === 'closed'
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
      base_tax: taxes.reduce(
        (sum, part) => sum + (part.base_tax ?? 0) - lostTax(purchaseTaxes(part.base_net, part.purchase)),
        0,
      ),
      description: posting.description,
      invoice_id: posting.invoiceId ?? null,
      payment_id: posting.paymentId ?? null,
      expense_id: posting.expenseId ?? null,
      payout_id: posting.payoutId ?? null,
      employee_id: posting.employeeId ?? null,
      hours_payout_id: posting.hoursPayoutId ?? null,
      client_id: posting.clientId ?? null,
      project_id: posting.projectId ?? null,
      reverses_id: posting.reversesId ?? null,
      occurred_at: instantOf(tx, posting, isMoved),
      occurred_on: day,
      value_on: isMoved ? booked.occurredOn : null,
      ...recordedBy(tx),
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

/** What is moved out of a closed period happens now. */
function instantOf(tx: Books, { occurredOn }: LedgerPosting, isMoved: boolean): string {
  if (isMoved) return toInstant(tx.now)
  return occurredOn ? `${occurredOn}T12:00:00.000Z` : toInstant(bookedAt(tx))
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
  purchase,
  undeducted,
}: SplitPart) => ({
  tax_bps,
  tax_name,
  tax_category,
  tax_note,
  net,
  tax,
  base_net,
  base_tax,
  purchase: purchase?.kind ?? null,
  supplier_country: purchase?.country ?? null,
  owed_bps: purchase?.owed_bps ?? null,
  deductible_bps: purchase?.deductible_bps ?? null,
  ...purchaseTaxes(base_net, purchase),
  undeducted_bps: undeducted?.tax_bps ?? null,
  undeducted_tax: undeducted?.tax ?? null,
  base_undeducted_tax: shareInBase(base_net, undeducted?.tax, net),
})

/** Null if the exchange rate is missing: the entry waits until the owner enters it. */
async function rateOn(tx: Tx, posting: LedgerPosting, day: string): Promise<ToBase> {
  const base = await agencyCurrency(tx, posting.agencyId)
  if (posting.currency === base) return (amount) => amount
  const quote = await quoteOn(tx, posting.currency, base, day)
  return (amount) => (quote === null ? null : convert(amount, posting.currency, base, quote.rate))
}

/** When and by whom the entry is recorded, for the journal. */
export const recordedBy = ({ now, actor }: Tx) => ({
  recorded_at: toInstant(now),
  recorded_by: actor.userId,
  recorded_name: actor.name,
})
