import { stringify } from 'csv-stringify/sync'
import type { Request, Response } from 'express'
import { transactionListInput } from '#shared/finance.ts'
import { toDecimal } from '#shared/money.ts'
import { renderReceiptPdf } from '../adapters/documents.ts'
import { AppError } from '../core/errors.ts'
import { publicContext } from '../core/reach.ts'
import { exportTransactions } from '../finance/queries/transactions.ts'
import { printInvoice } from '../invoices/queries/document.ts'
import { getInvoice, getInvoiceByLink } from '../invoices/queries/invoices.ts'
import { getReceipt } from '../payments/queries/receipt.ts'
import { type Endpoint, parameter } from './endpoint.ts'

/** Invoices and receipts as PDF, transactions as CSV; each for whoever may see the rows behind it. */
export const documentEndpoints: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/invoices/:file',
    can: 'invoice.read',
    handle: async (ctx, req, res) => {
      const invoice = await getInvoice(ctx, idOf(req))
      send(res, 'application/pdf', `${invoice.number ?? 'draft'}.pdf`, await printInvoice(ctx, invoice))
    },
  },
  {
    method: 'get',
    path: '/pay/:token',
    can: 'public',
    handle: async ({ services }, req, res) => {
      const ctx = publicContext({ services })
      const invoice = await getInvoiceByLink(ctx, parameter(req, 'token'))
      send(res, 'application/pdf', `${invoice.number ?? 'invoice'}.pdf`, await printInvoice(ctx, invoice))
    },
  },
  {
    method: 'get',
    path: '/receipts/:file',
    can: 'payment.read',
    handle: async (ctx, req, res) => {
      const receipt = await getReceipt(ctx, idOf(req))
      send(res, 'application/pdf', `${receipt.number}.pdf`, await renderReceiptPdf(receipt))
    },
  },
  {
    method: 'get',
    path: '/transactions.csv',
    can: 'finance.read',
    handle: async (ctx, req, res) => {
      const filter = transactionListInput.safeParse(req.query)
      if (!filter.success) throw new AppError('BAD_REQUEST', 'The filter is not valid.')
      const rows = await exportTransactions(ctx, filter.data)
      const csv = stringify(
        rows.map((row) => ({ ...row, amount: plainNumber(row.amount, row.currency) })),
        { header: true, bom: true, escape_formulas: true, columns: CSV_COLUMNS },
      )
      send(res, 'text/csv; charset=utf-8', 'transactions.csv', Buffer.from(csv))
    },
  },
]

/** As a number, which spreadsheets add up and no guard against formulas touches. */
const plainNumber = (amount: number, currency: string): number => Number(toDecimal(amount, currency))

const CSV_COLUMNS = [
  'date',
  'direction',
  'category',
  'description',
  'client_name',
  'project_name',
  'amount',
  'currency',
]

/** The id in `<id>.pdf`. */
const idOf = (req: Request): string => parameter(req, 'file').replace(/\.pdf$/, '')

function send(res: Response, type: string, filename: string, content: Buffer): void {
  res.attachment(filename).setHeader('x-content-type-options', 'nosniff')
  res.setHeader('cache-control', 'private, no-store')
  res.type(type).send(content)
}
