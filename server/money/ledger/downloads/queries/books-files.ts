import type { z } from 'zod'
import { plainNumber, toPercent } from '#shared/base/amounts/money.ts'
import type { BooksFile } from '#shared/money/ledger/books.ts'
import { AGE_BUCKETS } from '#shared/money/ledger/finance.ts'
import type { booksFileInput } from '#shared/money/ledger/schemas/books.ts'
import { taxLabel } from '#shared/money/ledger/taxes/tax-report.ts'
import { type CsvRow, onePage, streamCsv } from '../../../../base/adapters/tables/csv-stream.ts'
import type { AgencyCtx } from '../../../../base/core/context.ts'
import { agencyCurrency } from '../../../../identity/agencies/queries/agency.ts'
import { datevFile } from '../../datev/queries/datev-file.ts'
import { bookAccounts, requireOwnCodes } from '../../exports/queries/accounts.ts'
import {
  feeEntries,
  QUICKBOOKS_BILL_COLUMNS,
  quickbooksBillRow,
  XERO_BILL_COLUMNS,
  xeroBillRow,
} from '../../exports/queries/fee-layouts.ts'
import { JOURNAL_COLUMNS, journalRows } from '../../exports/queries/journal.ts'
import { type NumberedDocument, numberedDocuments } from '../../exports/queries/numbered-documents.ts'
import { PAYMENT_COLUMNS, paymentRows } from '../../exports/queries/payments-file.ts'
import { PAYOUT_COLUMNS, payoutRows } from '../../exports/queries/payouts-file.ts'
import { QUICKBOOKS_COLUMNS, quickbooksRows } from '../../exports/queries/quickbooks-layout.ts'
import {
  INVOICE_COLUMNS,
  invoiceRow,
  LINE_COLUMNS,
  lineRows,
  numberOrNull,
} from '../../exports/queries/table-layouts.ts'
import { XERO_COLUMNS, xeroRows } from '../../exports/queries/xero-layout.ts'
import {
  QUICKBOOKS_JOURNAL_COLUMNS,
  quickbooksJournalRows,
} from '../../programs/queries/quickbooks-journal.ts'
import {
  XERO_STATEMENT_COLUMNS,
  xeroBankRows,
  xeroCreditRows,
} from '../../programs/queries/xero-statements.ts'
import { getAging } from '../../queries/aging.ts'
import { getTaxReport } from '../../taxes/queries/tax-report.ts'

type Input = z.output<typeof booksFileInput>

export interface BooksDownload {
  name: string
  type: string
  content: AsyncIterable<string | Buffer>
}

const UTF8 = 'text/csv; charset=utf-8'

/** Streams an export file of the ledger, reading rows while it is sent. */
export async function openBooksFile(ctx: AgencyCtx, file: BooksFile, input: Input): Promise<BooksDownload> {
  const period = { from: input.from ?? null, to: input.to ?? null }
  const span = [input.from, input.to].filter(Boolean).join('_')
  const csv = (columns: readonly string[], pages: AsyncIterable<readonly CsvRow[]>): BooksDownload => ({
    name: `${[file, span].filter(Boolean).join('_')}.csv`,
    type: UTF8,
    content: streamCsv(columns, pages, input),
  })
  const documents = (toRows: (document: NumberedDocument) => CsvRow[]) =>
    mapPages(numberedDocuments(ctx, period), toRows)
  switch (file) {
    case 'journal':
      return csv(JOURNAL_COLUMNS, journalRows(ctx, period))
    case 'invoices':
      return csv(
        INVOICE_COLUMNS,
        documents((document) => [invoiceRow(document)]),
      )
    case 'invoice-lines':
      return csv(LINE_COLUMNS, documents(lineRows))
    case 'payments':
      return csv(PAYMENT_COLUMNS, paymentRows(ctx, period))
    case 'provider-payouts':
      return csv(PAYOUT_COLUMNS, payoutRows(ctx, period))
    case 'taxes':
      return csv(TAX_COLUMNS, onePage(await taxRows(ctx, input)))
    case 'ageing':
      return csv(AGING_COLUMNS, onePage(await agingRows(ctx)))
    case 'datev':
      return datevFile(ctx, period)
    case 'xero': {
      const accounts = await bookAccounts(ctx)
      await requireOwnCodes(ctx, accounts, 'xero', period)
      return csv(
        XERO_COLUMNS,
        documents((document) => xeroRows(document, accounts)),
      )
    }
    case 'xero-fees': {
      const accounts = await bookAccounts(ctx)
      return csv(
        XERO_BILL_COLUMNS,
        mapPages(feeEntries(ctx, period), (entry) => [xeroBillRow(entry, accounts)]),
      )
    }
    case 'quickbooks-fees': {
      const accounts = await bookAccounts(ctx)
      return csv(
        QUICKBOOKS_BILL_COLUMNS,
        mapPages(feeEntries(ctx, period), (entry) => [quickbooksBillRow(entry, accounts)]),
      )
    }
    case 'xero-payments':
      return csv(XERO_STATEMENT_COLUMNS, xeroBankRows(ctx, period))
    case 'xero-credit':
      return csv(XERO_STATEMENT_COLUMNS, xeroCreditRows(ctx, period))
    case 'quickbooks-journal':
      return csv(QUICKBOOKS_JOURNAL_COLUMNS, quickbooksJournalRows(ctx, period, await bookAccounts(ctx)))
    case 'quickbooks': {
      const accounts = await bookAccounts(ctx)
      await requireOwnCodes(ctx, accounts, 'quickbooks', period)
      return csv(
        QUICKBOOKS_COLUMNS,
        documents((document) => quickbooksRows(document, accounts)),
      )
    }
  }
}

async function* mapPages<Item>(
  pages: AsyncIterable<readonly Item[]>,
  toRows: (item: Item) => CsvRow[],
): AsyncGenerator<CsvRow[]> {
  for await (const page of pages) yield page.flatMap(toRows)
}

const TAX_COLUMNS = [
  'section',
  'rate',
  'category',
  'tax_percent',
  'currency',
  'net',
  'tax',
  'gross',
  'entries',
]

async function taxRows(ctx: AgencyCtx, { from, to, basis }: Input): Promise<CsvRow[]> {
  const report = await getTaxReport(ctx, { from, to, basis })
  const sections = [
    { section: 'output', currency: report.currency, rows: report.output },
    { section: 'input', currency: report.currency, rows: report.input },
    ...report.by_currency.map(({ currency, rows }) => ({ section: 'output by currency', currency, rows })),
  ]
  return sections.flatMap(({ section, currency, rows }) =>
    rows.map((row) => ({
      section,
      rate: taxLabel(row),
      category: row.tax_category,
      tax_percent: toPercent(row.tax_bps),
      currency,
      net: plainNumber(row.net, currency),
      tax: plainNumber(row.tax, currency),
      gross: plainNumber(row.gross, currency),
      entries: row.count,
    })),
  )
}

const AGING_COLUMNS = ['client', 'currency', ...AGE_BUCKETS, 'total', 'base_currency', 'base_total']

async function agingRows(ctx: AgencyCtx): Promise<CsvRow[]> {
  const [{ clients }, base] = await Promise.all([
    getAging(ctx, { most: null }),
    agencyCurrency(ctx, ctx.reach.agencyId),
  ])
  return clients.map((row) => ({
    client: row.client_name,
    currency: row.currency,
    ...Object.fromEntries(AGE_BUCKETS.map((age) => [age, plainNumber(row[age], row.currency)])),
    total: plainNumber(row.total, row.currency),
    base_currency: base,
    base_total: numberOrNull(row.base_total, base),
  }))
}
