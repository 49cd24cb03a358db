import { stringify } from 'csv-stringify/sync'
import { type Response, Router } from 'express'
import { transactionListInput } from '#shared/finance.ts'
import { toDecimal } from '#shared/money.ts'
import { allows } from '#shared/policies.ts'
import { AppError } from '../errors.ts'
import { exportTransactions } from '../finance/queries.ts'
import { printInvoice } from '../invoices/queries/document.ts'
import { getInvoice, getInvoiceByLink } from '../invoices/queries.ts'
import { getReceipt } from '../payments/queries/receipt.ts'
import { renderReceiptPdf } from '../services/documents.ts'
import type { Services } from '../trpc/context.ts'
import { requestScope } from './session.ts'

/** Invoices and receipts as PDF, transactions as CSV; each for whoever may see the rows behind it. */
export function createDocumentRoutes(services: Services): Router {
  const { db } = services
  const routes = Router()
  routes.get('/invoices/:file', async (req, res) => {
    const invoice = await getInvoice(db, await requestScope(services, req), idOf(req.params.file))
    send(res, 'application/pdf', `${invoice.number ?? 'draft'}.pdf`, await printInvoice(services, invoice))
  })
  routes.get('/pay/:token', async (req, res) => {
    const invoice = await getInvoiceByLink(db, req.params.token, services.clock())
    send(res, 'application/pdf', `${invoice.number ?? 'invoice'}.pdf`, await printInvoice(services, invoice))
  })
  routes.get('/receipts/:file', async (req, res) => {
    const receipt = await getReceipt(db, await requestScope(services, req), idOf(req.params.file))
    const pdf = await renderReceiptPdf(receipt)
    send(res, 'application/pdf', `${receipt.number}.pdf`, pdf)
  })
  routes.get('/transactions.csv', async (req, res) => {
    const scope = await requestScope(services, req)
    if (!allows(scope.role ?? '', 'finance.read')) {
      throw new AppError('FORBIDDEN', 'You do not have permission to do this.')
    }
    const filter = transactionListInput.safeParse(req.query)
    if (!filter.success) throw new AppError('BAD_REQUEST', 'The filter is not valid.')
    const rows = await exportTransactions(db, scope, filter.data)
    const csv = stringify(
      rows.map((row) => ({ ...row, amount: toDecimal(row.amount, row.currency) })),
      { header: true, bom: true, escape_formulas: true, columns: CSV_COLUMNS },
    )
    send(res, 'text/csv; charset=utf-8', 'transactions.csv', Buffer.from(csv))
  })
  return routes
}

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
const idOf = (file: string): string => file.replace(/\.pdf$/, '')

function send(res: Response, type: string, filename: string, content: Buffer): void {
  res.attachment(filename).setHeader('x-content-type-options', 'nosniff')
  res.setHeader('cache-control', 'private, no-store')
  res.type(type).send(content)
}
