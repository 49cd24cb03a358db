import type { Request, Response } from 'express'
import { transactionListInput } from '#shared/finance.ts'
import { toDecimal } from '#shared/money.ts'
import { toCsv } from '../adapters/csv.ts'
import { keepDocument, renderInTurn } from '../adapters/document-renderer.ts'
import type { PrintedReceipt } from '../adapters/documents.ts'
import { addressKey, consumeLimit, type Limit } from '../adapters/rate-limit.ts'
import type { Ctx } from '../core/context.ts'
import { AppError } from '../core/errors.ts'
import { publicContext } from '../core/reach.ts'
import { exportTransactions } from '../finance/queries/transactions.ts'
import { printInvoice } from '../invoices/queries/document.ts'
import { getInvoice, getInvoiceByLink } from '../invoices/queries/invoices.ts'
import { hashPayToken } from '../invoices/rules.ts'
import { getReceipt, type Receipt } from '../payments/queries/receipt.ts'
import { type Endpoint, parameter } from './endpoint.ts'
import { isLoopback } from './flood-guard.ts'
import { requestInfo } from './request-info.ts'

/** Whoever holds a pay link prints it now and then; programs that print it over and over wait. */
const PRINTS_OF_LINK: Limit = { name: 'pay-link-document', points: 30, duration: 600 }
const PRINTS_FROM_ADDRESS: Limit = { name: 'pay-link-address', points: 90, duration: 600 }

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
      await countPrint(ctx, parameter(req, 'token'), requestInfo(req).ip)
      const invoice = await getInvoiceByLink(ctx, parameter(req, 'token'))
      send(res, 'application/pdf', `${invoice.number ?? 'invoice'}.pdf`, await printInvoice(ctx, invoice))
    },
  },
  {
    method: 'get',
    path: '/receipts/:file',
    can: 'payment.read',
    handle: async (ctx, req, res) => {
      const receipt = printedReceipt(await getReceipt(ctx, idOf(req)))
      const pdf = await keepDocument(receipt, async () => ({
        pdf: await renderInTurn(ctx.actor.userId, async () => ({ kind: 'receipt', receipt })),
        whole: true,
      }))
      send(res, 'application/pdf', `${receipt.number}.pdf`, pdf)
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
      const csv = await toCsv(CSV_COLUMNS, rows, (row) => ({
        ...row,
        amount: plainNumber(row.amount, row.currency),
      }))
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

/** Before the link is looked up, so that wrong ones count as well. */
async function countPrint({ db }: Ctx, token: string, ip: string): Promise<void> {
  await consumeLimit(db, PRINTS_OF_LINK, hashPayToken(token))
  const address = addressKey(ip)
  if (!isLoopback(address)) await consumeLimit(db, PRINTS_FROM_ADDRESS, address)
}

/** What a receipt shows, whoever looks at it. */
const printedReceipt = ({ number, payee, payment, refunds, test_mode }: Receipt): PrintedReceipt => ({
  number,
  payee,
  payment: {
    amount: payment.amount,
    currency: payment.currency,
    payer_name: payment.payer_name,
    date: payment.date,
    description: payment.description,
    card: payment.card,
    method: payment.method,
    status: payment.status,
    refunded: payment.refunded,
  },
  refunds: refunds.map(({ amount, refunded_at }) => ({ amount, refunded_at })),
  ...(test_mode && { test_mode }),
})

/** The id in `<id>.pdf`. */
const idOf = (req: Request): string => parameter(req, 'file').replace(/\.pdf$/, '')

function send(res: Response, type: string, filename: string, content: Buffer): void {
  res.attachment(filename).setHeader('x-content-type-options', 'nosniff')
  res.setHeader('cache-control', 'private, no-store')
  res.type(type).send(content)
}
