import { taxIncluded, toDecimal } from '#shared/base/amounts/money.ts'
import {
  accountsOf,
  advanceAccountOf,
  badDebtAccountOf,
  taxAccountOf,
} from '#shared/money/ledger/book-accounts.ts'
import { whereabouts } from '#shared/money/ledger/places.ts'
import type { BookAccounts } from '#shared/money/ledger/schemas/books.ts'
import { isLateFee } from '#shared/money/ledger/taxes/tax-report.ts'
import { type SplitPart, splitStep } from '#shared/money/ledger/taxes/tax-split.ts'
import type { NumberedDocument } from '../../exports/queries/numbered-documents.ts'
import { isOwedAdvance } from './advances.ts'
import type { Posting } from './datev-layout.ts'

/** Everything in a posting except its amount and contra account; `account` is the customer's. */
export type Head = Omit<Posting, 'amount' | 'contra' | 'untaxed'>

/** The parts of a document that are advances, not sales. */
function advancesIn(
  { stage, issued_on, credited_stage, credited_issued_on, parts }: NumberedDocument,
  { deducted, from }: Advances,
): readonly SplitPart[] {
  const isAdvance =
    isOwedAdvance(stage, issued_on, from) || isOwedAdvance(credited_stage, credited_issued_on, from)
  return isAdvance ? parts : deducted
}

interface Advances {
  /** What a final invoice deducts of them. */
  deducted: readonly SplitPart[]
  /** The first day of those that are liabilities. */
  from: string
}

/** A document's revenue or advances, and tax, at each rate. */
export function documentPostings(
  document: NumberedDocument,
  accounts: BookAccounts,
  { debtor, ...advances }: Advances & { debtor: string },
): Posting[] {
  const owed = advancesIn(document, advances).filter((part) => advanceAccountOf(accounts, part))
  return [
    ...partPostings(document, owed, accounts, debtor, (part) => advanceAccountOf(accounts, part)),
    ...partPostings(document, splitStep(owed, document.parts), accounts, debtor, () => undefined),
  ]
}

const partPostings = (
  document: NumberedDocument,
  parts: readonly SplitPart[],
  accounts: BookAccounts,
  debtor: string,
  advanceAccount: (part: SplitPart) => { account: string; automatic: boolean } | undefined,
): Posting[] =>
  parts.flatMap((part) => {
    const { buyer, place, sign } = document
    const where = whereabouts(place, place.seller ?? 'DE')
    const isServiceInUnion = part.tax_category === 'reverse_charge' && where === 'union'
    const head: Head = {
      currency: document.base,
      account: debtor,
      date: document.issued_on,
      document: document.number,
      due: document.due_on,
      text: `${buyer?.company ?? document.client_name} ${foreign(document)}`.trim(),
      vatId: isServiceInUnion ? place.vat_id : null,
    }
    const taxed = isLateFee(part) ? { ...part, tax_category: null } : part
    const { account, automatic } = advanceAccount(part) ?? {
      account: accountsOf(accounts, taxed, where).revenue_account,
      automatic: true,
    }
    const tax = { bps: part.tax_bps, account: taxAccountOf(accounts, part), automatic }
    return taxedPostings(head, { account, tax }, amountsOf(part, sign))
  })

const foreign = ({ currency, base, total }: NumberedDocument): string =>
  currency === base ? '' : `${toDecimal(total, currency)} ${currency}`

/**
 * The postings by which a write-off reduces the customer's account; negative parts restore it. What was billed in
 * advance wasn't a sale, so it isn't a loss.
 */
export const lossPostings = (
  head: Head,
  parts: readonly SplitPart[],
  accounts: BookAccounts,
  ofAdvance: boolean,
): Posting[] =>
  parts.flatMap((part) => {
    const advance = ofAdvance ? advanceAccountOf(accounts, part) : undefined
    const { account, automatic } = advance ?? badDebtAccountOf(accounts, part)
    const tax = { bps: part.tax_bps, account: taxAccountOf(accounts, part), automatic }
    return taxedPostings(head, { account, tax }, amountsOf(part, -1))
  })

interface Amounts {
  net: number
  tax: number
}

const amountsOf = ({ base_net, base_tax }: SplitPart, sign: number): Amounts => ({
  net: sign * (base_net ?? 0),
  tax: sign * (base_tax ?? 0),
})

interface Target {
  account: string
  tax: { bps: number; account: string; automatic: boolean }
}

/**
 * Debits the customer. An automatic account gets the gross amount; DATEV computes the tax in it, and where the
 * document states another (it rounds per line or in another currency), the difference is posted.
 */
function taxedPostings(head: Head, { account, tax }: Target, { net, tax: stated }: Amounts): Posting[] {
  const gross = net + stated
  const postings = tax.automatic
    ? [
        { ...head, contra: account, amount: gross },
        {
          ...head,
          account,
          contra: tax.account,
          amount: stated - taxIncluded(gross, tax.bps),
          untaxed: true,
          text: `Tax rounding ${head.text}`,
        },
      ]
    : [
        { ...head, contra: account, amount: net },
        { ...head, contra: tax.account, amount: stated },
      ]
  return postings.filter(({ amount }) => amount !== 0)
}
