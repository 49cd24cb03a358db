import type { Request, Response } from 'express'
import { plainNumber } from '#shared/base/amounts/money.ts'
import { eInvoiceFormat } from '#shared/identity/letterhead/schemas/e-invoice-formats.ts'
import { statementInput } from '#shared/money/invoices/schemas/statements.ts'
import { transactionListInput } from '#shared/money/ledger/schemas/finance.ts'
import { exportInTurn } from '../../../base/adapters/export-queue.ts'
import { addressKey, consumeLimit, type Limit } from '../../../base/adapters/rate-limit.ts'
import { toCsv } from '../../../base/adapters/tables/csv.ts'
import { AppError, notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { publicContext } from '../../../base/core/rows/reach.ts'
import { hashSecret } from '../../../base/core/secret-box.ts'
import { findLogo, printInvoice, printStatement } from '../../../money/invoices/documents/queries/document.ts'
import { getInvoice } from '../../../money/invoices/queries/invoices.ts'
import { eInvoiceFile, renderEInvoice } from '../../../money/invoices/sending/queries/e-invoice.ts'
import { getInvoiceByLink, openPayLink } from '../../../money/invoices/sending/queries/pay-link.ts'
import { exportTransactions } from '../../../money/ledger/queries/transactions.ts'
import { getReceipt, printReceipt, type Receipt } from '../../../money/payments/charge/queries/receipt.ts'
import { getPublicInvitation } from '../../../people/invitations/queries/open.ts'
import { type Endpoint, parameter } from '../endpoint.ts'
import { isLoopback } from '../guards/flood-guard.ts'
import { requestInfo } from '../guards/request-info.ts'
import { sendBytes } from './stored-files.ts'

/** Enough for people printing an invoice; throttles programs. */
const PRINTS_OF_LINK: Limit = { name: 'pay-link-document', points: 30, duration: 600 }
const PRINTS_FROM_ADDRESS: Limit = { name: 'pay-link-address', points: 90, duration: 600 }
/** Statements aren't cached. */
const STATEMENTS: Limit = { name: 'statement-document', points: 30, duration: 600 }

/**
 * Invoices, receipts, and statements as PDF, transactions as CSV, each for people who can see the underlying
 * rows.
 */
export const documentEndpoints: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/invoices/:file',
    can: 'invoice.read',
    handle: async (ctx, req, res) => {
      const invoice = await getInvoice(ctx, documentId(req))
      send(res, 'application/pdf', `${invoice.number ?? 'draft'}.pdf`, await printInvoice(ctx, invoice))
    },
  },
  {
    method: 'get',
    path: '/e-invoices/:format/:file',
    can: 'invoice.read',
    handle: async (ctx, req, res) => {
      const format = eInvoiceFormat.safeParse(parameter(req, 'format'))
      if (!format.success) throw notFound('This format')
      const invoice = await getInvoice(ctx, parameter(req, 'file'))
      const file = await renderEInvoice(ctx, invoice, format.data)
      const { name, type } = eInvoiceFile(invoice, format.data)
      send(res, type, name, file)
    },
  },
  byLink('/pay/:token', async (ctx, token, _req, res) => {
    const invoice = await getInvoiceByLink(ctx, token)
    send(res, 'application/pdf', `${invoice.number ?? 'invoice'}.pdf`, await printInvoice(ctx, invoice))
  }),
  byLink('/pay/:token/receipts/:file', async (ctx, token, req, res) => {
    const { holder, invoiceId } = await openPayLink(ctx, token)
    await sendReceipt(ctx, res, await getReceipt(holder, documentId(req)), `invoice:${invoiceId}`)
  }),
  byLink('/pay/:token/logo', async (ctx, token, _req, res) =>
    sendLogo(ctx, res, (await getInvoiceByLink(ctx, token)).parties.logo),
  ),
  byLink('/invitations/:token/logo', async (ctx, token, _req, res) =>
    sendLogo(ctx, res, (await getPublicInvitation(ctx, token)).brand.logo),
  ),
  {
    method: 'get',
    path: '/receipts/:file',
    can: 'payment.read',
    handle: async (ctx, req, res) =>
      sendReceipt(ctx, res, await getReceipt(ctx, documentId(req)), ctx.actor.userId),
  },
  {
    method: 'get',
    path: '/statements/:file',
    can: 'invoice.read',
    handle: async (ctx, req, res) => {
      const parsed = statementInput.safeParse({ ...req.query, client_id: documentId(req) })
      if (!parsed.success) throw new AppError('BAD_REQUEST', 'The period is not valid.')
      await consumeLimit(ctx.db, STATEMENTS, ctx.actor.userId)
      const { from, to } = parsed.data
      send(res, 'application/pdf', `statement-${from}-${to}.pdf`, await printStatement(ctx, parsed.data))
    },
  },
  {
    method: 'get',
    path: '/transactions.csv',
    can: 'finance.read',
    handle: async (ctx, req, res) => {
      const filter = transactionListInput.safeParse(req.query)
      if (!filter.success) throw new AppError('BAD_REQUEST', 'The filter is not valid.')
      const csv = await exportInTurn(ctx, async () => {
        const rows = await exportTransactions(ctx, filter.data)
        return toCsv(CSV_COLUMNS, rows, (row) => ({
          ...row,
          amount: plainNumber(row.amount, row.currency),
          tax_included: row.tax_included === null ? null : plainNumber(row.tax_included, row.currency),
        }))
      })
      send(res, 'text/csv; charset=utf-8', 'transactions.csv', Buffer.from(csv))
    },
  },
]

const CSV_COLUMNS = [
  'date',
  'direction',
  'category',
  'description',
  'client_name',
  'project_name',
  'amount',
  'currency',
  'tax_included',
]

/** For holders of a link: clients without an account and invited people. */
function byLink(
  path: string,
  answer: (ctx: Ctx, token: string, req: Request, res: Response) => Promise<void>,
): Endpoint {
  return {
    method: 'get',
    path,
    can: 'public',
    handle: async ({ services }, req, res) => {
      const ctx = publicContext({ services })
      const token = parameter(req, 'token')
      await countPrint(ctx, token, requestInfo(req).ip)
      await answer(ctx, token, req, res)
    },
  }
}

/** Before looking the link up, so that invalid ones count, too. */
async function countPrint({ db }: Ctx, token: string, ip: string): Promise<void> {
  await consumeLimit(db, PRINTS_OF_LINK, hashSecret(token))
  const address = addressKey(ip)
  if (!isLoopback(address)) await consumeLimit(db, PRINTS_FROM_ADDRESS, address)
}

async function sendReceipt(ctx: Ctx, res: Response, receipt: Receipt, caller: string): Promise<void> {
  send(res, 'application/pdf', `${receipt.number}.pdf`, await printReceipt(ctx, receipt, caller))
}

/** For holders of a pay link, who can't access pictures directly. */
async function sendLogo(ctx: Ctx, res: Response, path: string | null): Promise<void> {
  const logo = path === null ? null : await findLogo(ctx, path)
  if (logo === null) throw notFound('This picture')
  await sendBytes(ctx, res, logo, () => {
    res.setHeader('cache-control', 'private, max-age=3600')
    res.type(logo.content_type)
  })
}

/** The id in `<id>.pdf`. */
const documentId = (req: Request): string => parameter(req, 'file').replace(/\.pdf$/, '')

function send(res: Response, type: string, filename: string, content: Buffer): void {
  res.attachment(filename).type(type).send(content)
}
