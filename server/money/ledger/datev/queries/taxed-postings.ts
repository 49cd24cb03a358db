import { taxIncluded, toDecimal } from '#shared/base/amounts/money.ts'
import { accountsOf, badDebtAccountOf, taxAccountOf } from '#shared/money/ledger/book-accounts.ts'
import { whereabouts } from '#shared/money/ledger/places.ts'
import type { BookAccounts } from '#shared/money/ledger/schemas/books.ts'
import { isLateFee } from '#shared/money/ledger/taxes/tax-report.ts'
import type { SplitPart } from '#shared/money/ledger/taxes/tax-split.ts'
import type { NumberedDocument } from '../../exports/queries/numbered-documents.ts'
import type { Posting } from './datev-layout.ts'

/** Everything of a posting but its amount and contra account; `account` is the customer's. */
export type Head = Omit<Posting, 'amount' | 'contra' | 'untaxed'>

/** A document's revenue and tax at each rate. */
export const documentPostings = (
  document: NumberedDocument,
  accounts: BookAccounts,
  debtor: string,
): Posting[] =>
  document.parts.flatMap((part) => {
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
    const account = accountsOf(accounts, taxed, where).revenue_account
    const tax = { bps: part.tax_bps, account: taxAccountOf(accounts, part), automatic: true }
    return taxedPostings(head, { account, tax }, amountsOf(part, sign))
  })

const foreign = ({ currency, base, total }: NumberedDocument): string =>
  currency === base ? '' : `${toDecimal(total, currency)} ${currency}`

/** The postings by which a write-off reduces the customer's account; negative parts restore it. */
export const lossPostings = (head: Head, parts: readonly SplitPart[], accounts: BookAccounts): Posting[] =>
  parts.flatMap((part) => {
    const { account, automatic } = badDebtAccountOf(accounts, part)
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
