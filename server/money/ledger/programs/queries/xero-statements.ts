import { plainNumber } from '#shared/base/amounts/money.ts'
import type { CsvRow } from '../../../../base/adapters/tables/csv-stream.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { perPayment } from '../../exports/queries/entry-pages.ts'
import { billNumber, supplierOf } from '../../exports/queries/fee-layouts.ts'
import {
  customerNamed,
  type NumberedDocument,
  numberedDocuments,
} from '../../exports/queries/numbered-documents.ts'
import { customerOf, type PostedEntry, postedEntries, sidesOf } from '../../exports/queries/posted-entries.ts'
import { slashed } from '../../exports/queries/xero-layout.ts'
import type { Period } from '../../queries/ledger.ts'

/**
 * Xero's template for bank statements, and the currency, which distinguishes accounts. See
 * docs/accounting-exports.md.
 */
export const XERO_STATEMENT_COLUMNS = ['*Date', '*Amount', 'Payee', 'Description', 'Reference', 'Currency']

/** A line of a statement; its reference is the number of the invoice, credit note, or bill that it settles. */
interface StatementLine {
  date: string
  /** Minor units; negative if money leaves the account. */
  amount: number
  payee: string
  description: string
  reference: string
  currency: string
}

/** Clients' payments, refunds, disputes, and fees, as the bank account's statement. */
export async function* xeroBankRows(ctx: AgencyCtx, period: Period): AsyncGenerator<CsvRow[]> {
  for await (const page of perPayment(postedEntries(ctx, period))) yield rowsOf(page.flatMap(bankLines))
}

function bankLines(entry: PostedEntry): StatementLine[] {
  const sides = sidesOf(entry)
  if (sides === null || sides.debit === 'expenses') return []
  const { amount } = entry
  if (amount === 0) return []
  if (sides.credit === 'bank') {
    const isFee = sides.debit === 'fees'
    const [payee, reference] = isFee
      ? [supplierOf(entry), billNumber(entry)]
      : [customerOf(entry), receiptOf(entry)]
    return [{ ...lineOf(entry), payee, reference, amount: -amount }]
  }
  // Xero computes its own exchange differences.
  if (sides.debit !== 'bank' || sides.credit === 'exchange_differences') return []
  if (sides.credit === 'tax') {
    return [
      { ...lineOf(entry), payee: 'Tax office', reference: amount < 0 ? 'Tax payment' : 'Tax refund', amount },
    ]
  }
  const reference = sides.credit === 'customer' ? (entry.number ?? '') : receiptOf(entry)
  return [{ ...lineOf(entry), reference, amount }]
}

/**
 * The entries that settle invoices without money, as the statement of an account for clients' credit: credit notes,
 * credit applied, and losses. Its balance is the clients' credit as a negative amount.
 */
export async function* xeroCreditRows(ctx: AgencyCtx, period: Period): AsyncGenerator<CsvRow[]> {
  const lines: StatementLine[] = []
  for await (const page of numberedDocuments(ctx, period)) lines.push(...page.flatMap(creditNoteLines))
  for await (const page of postedEntries(ctx, period)) lines.push(...page.flatMap(creditLines))
  // An amount that a credit note turns into credit was never due on the invoice, so both are one line.
  const sums = Map.groupBy(lines, ({ date, currency, reference }) => `${date} ${currency} ${reference}`)
  yield rowsOf(
    [...sums.entries()]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .flatMap(([, same]) => {
        const [first] = same
        const amount = same.reduce((sum, line) => sum + line.amount, 0)
        return first === undefined || amount === 0 ? [] : [{ ...first, amount }]
      }),
  )
}

function creditNoteLines(note: NumberedDocument): StatementLine[] {
  if (note.kind !== 'credit_note') return []
  const { issued_on: date, currency, title: description, total } = note
  const line = { date, currency, description, payee: customerNamed(note) }
  return [
    { ...line, reference: note.credited_number ?? '', amount: total },
    { ...line, reference: note.number, amount: -total },
  ]
}

function creditLines(entry: PostedEntry): StatementLine[] {
  const { amount, number } = entry
  const sides = sidesOf(entry)
  if (sides === null || amount === 0) return []
  const line = lineOf(entry)
  if (sides.credit === 'advances') return [{ ...line, reference: receiptOf(entry), amount: -amount }]
  if (sides.debit === 'advances') {
    if (sides.credit === 'exchange_differences') return []
    const isOfInvoice = sides.credit === 'customer'
    return [{ ...line, reference: isOfInvoice ? (number ?? '') : 'Credit granted', amount }]
  }
  if (entry.direction !== 'write_off') return []
  const account = sides.debit === 'tax' ? 'tax' : 'bad debt'
  return [
    { ...line, reference: number ?? '', amount },
    { ...line, reference: `${number} ${account}`, amount: -amount },
  ]
}

const receiptOf = ({ receipt_number, number }: PostedEntry): string => receipt_number ?? number ?? ''

const lineOf = (entry: PostedEntry) => ({
  date: entry.occurred_on,
  payee: customerOf(entry),
  description: entry.description,
  currency: entry.currency,
})

const rowsOf = (lines: readonly StatementLine[]): CsvRow[] =>
  lines.map(({ date, amount, payee, description, reference, currency }) => ({
    '*Date': slashed(date),
    '*Amount': plainNumber(amount, currency),
    Payee: payee.slice(0, 255),
    Description: description.slice(0, 4000),
    Reference: reference.slice(0, 255),
    Currency: currency,
  }))
