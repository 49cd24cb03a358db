import { plainNumber } from '#shared/base/amounts/money.ts'
import type { BookAccounts } from '#shared/money/ledger/schemas/books.ts'
import type { CsvRow } from '../../../../base/adapters/tables/csv-stream.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { billNumber, supplierOf } from '../../exports/queries/fee-layouts.ts'
import {
  customerNamed,
  type NumberedDocument,
  numberedDocuments,
} from '../../exports/queries/numbered-documents.ts'
import {
  customerOf,
  type PostedEntry,
  postedEntries,
  type Side,
  sidesOf,
} from '../../exports/queries/posted-entries.ts'
import { quickbooksName, quickbooksNumber } from '../../exports/queries/quickbooks-layout.ts'
import { slashed } from '../../exports/queries/xero-layout.ts'
import type { Period } from '../../queries/ledger.ts'

/** QuickBooks Online's template for journal entries. See docs/accounting-exports.md. */
export const QUICKBOOKS_JOURNAL_COLUMNS = [
  'Journal No.',
  'Journal Date',
  'Account Name',
  'Debits',
  'Credits',
  'Description',
  'Name',
  'Currency',
]

/**
 * The entries that settle invoices and bills, as journal entries: QuickBooks imports neither payments nor credit
 * notes. Lines on the customer's account become credit that QuickBooks applies to their oldest invoices.
 */
export async function* quickbooksJournalRows(
  ctx: AgencyCtx,
  period: Period,
  accounts: BookAccounts,
): AsyncGenerator<CsvRow[]> {
  const names = accounts.quickbooks_accounts
  for await (const page of numberedDocuments(ctx, period)) {
    yield page.filter(({ kind }) => kind === 'credit_note').flatMap((note) => creditNoteRows(note, names))
  }
  for await (const page of postedEntries(ctx, period)) {
    yield page.flatMap((entry) => entryRows(entry, names))
  }
}

type Names = BookAccounts['quickbooks_accounts']

interface JournalLine {
  account: string
  /** Minor units; negative amounts are credited. */
  amount: number
  name?: string
}

interface JournalHead {
  number: string
  date: string
  description: string
  currency: string
}

function creditNoteRows(note: NumberedDocument, names: Names): CsvRow[] {
  const tax = note.parts.reduce((sum, part) => sum + part.tax, 0)
  const { number, issued_on: date, title: description, currency, total } = note
  return journalRows({ number, date, description, currency }, [
    { account: names.sales, amount: total - tax },
    { account: names.tax, amount: tax },
    { account: names.receivable, amount: -total, name: customerNamed(note) },
  ])
}

function entryRows(entry: PostedEntry, names: Names): CsvRow[] {
  const sides = sidesOf(entry)
  if (sides === null) return []
  const { amount, currency, occurred_on: date, description } = entry
  const [debit, credit] = [accountOf(sides.debit, names), accountOf(sides.credit, names)]
  if (debit === null || credit === null) return []
  const named = (side: Side) =>
    side === 'fees' ? supplierOf(entry) : side === 'customer' ? customerOf(entry) : ''
  const number = `${sides.debit === 'fees' ? 'FEE' : 'PAY'}${billNumber(entry).slice(3)}`
  return journalRows({ number, date, description, currency }, [
    { account: debit, amount, name: named(sides.debit) },
    { account: credit, amount: -amount, name: named(sides.credit) },
  ])
}

/** Null for what QuickBooks computes itself, or learns from receipts. */
function accountOf(side: Side, names: Names): string | null {
  if (side === 'exchange_differences' || side === 'expenses') return null
  if (side === 'customer') return names.receivable
  return side === 'fees' ? names.payable : names[side]
}

const journalRows = (
  { number, date, description, currency }: JournalHead,
  lines: readonly JournalLine[],
): CsvRow[] =>
  lines
    .filter(({ amount }) => amount !== 0)
    .map(({ account, amount, name }) => ({
      'Journal No.': quickbooksNumber(number),
      'Journal Date': slashed(date),
      'Account Name': account,
      Debits: amount > 0 ? plainNumber(amount, currency) : null,
      Credits: amount < 0 ? plainNumber(-amount, currency) : null,
      Description: description.slice(0, 4000),
      Name: name ? quickbooksName(name) : null,
      Currency: currency,
    }))
