import type { Request, Response } from 'express'
import { eInvoiceFormat } from '#shared/e-invoices.ts'
import { transactionListInput } from '#shared/finance.ts'
import { toDecimal } from '#shared/money.ts'
import { statementInput } from '#shared/statements.ts'
import { toCsv } from '../adapters/csv.ts'
import { addressKey, consumeLimit, type Limit } from '../adapters/rate-limit.ts'
import { openStorage } from '../adapters/storage.ts'
import type { Ctx } from '../core/context.ts'
import { AppError, notFound } from '../core/errors.ts'
import { publicContext } from '../core/reach.ts'
import { exportTransactions } from '../finance/queries/transactions.ts'
import { getPublicInvitation } from '../invitations/queries/open.ts'
import { findLogo, printInvoice, printStatement } from '../invoices/queries/document.ts'
import { eInvoiceFile, renderEInvoice } from '../invoices/queries/e-invoice.ts'
import { getInvoice, getInvoiceByLink } from '../invoices/queries/invoices.ts'
import { openPayLink } from '../invoices/queries/pay-link.ts'
import { hashPayToken } from '../invoices/rules.ts'
import { getReceipt, printReceipt, type Receipt } from '../payments/queries/receipt.ts'
import { type Endpoint, parameter } from './endpoint.ts'
import { isLoopback } from './flood-guard.ts'
import { requestInfo } from './request-info.ts'
import { streamTo } from './zip.ts'

/** Whoever holds a pay link prints it now and then; programs that print it over and over wait. */
const PRINTS_OF_LINK: Limit = { name: 'pay-link-document', points: 30, duration: 600 }
const PRINTS_FROM_ADDRESS: Limit = { name: 'pay-link-address', points: 90, duration: 600 }
/** A statement is drawn anew for each who asks. */
const STATEMENTS: Limit = { name: 'statement-document', points: 30, duration: 600 }

/** Invoices, receipts and statements as PDF, transactions as CSV; each for whoever may see the rows behind it. */
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
    path: '/pay/:token/receipts/:file',
    can: 'public',
    handle: async ({ services }, req, res) => {
      const ctx = publicContext({ services })
      await countPrint(ctx, parameter(req, 'token'), requestInfo(req).ip)
      const { holder, invoiceId } = await openPayLink(ctx, parameter(req, 'token'))
      await sendReceipt(ctx, res, await getReceipt(holder, idOf(req)), `invoice:${invoiceId}`)
    },
  },
  {
    method: 'get',
    path: '/pay/:token/logo',
    can: 'public',
    handle: async ({ services }, req, res) => {
      const ctx = publicContext({ services })
      await countPrint(ctx, parameter(req, 'token'), requestInfo(req).ip)
      const { parties } = await getInvoiceByLink(ctx, parameter(req, 'token'))
      await sendLogo(ctx, res, parties.logo)
    },
  },
  {
    method: 'get',
    path: '/invitations/:token/logo',
    can: 'public',
    handle: async ({ services }, req, res) => {
      const ctx = publicContext({ services })
      await countPrint(ctx, parameter(req, 'token'), requestInfo(req).ip)
      const { brand } = await getPublicInvitation(ctx, parameter(req, 'token'))
      await sendLogo(ctx, res, brand.logo)
    },
  },
  {
    method: 'get',
    path: '/receipts/:file',
    can: 'payment.read',
    handle: async (ctx, req, res) =>
      sendReceipt(ctx, res, await getReceipt(ctx, idOf(req)), ctx.actor.userId),
  },
  {
    method: 'get',
    path: '/statements/:file',
    can: 'invoice.read',
    handle: async (ctx, req, res) => {
      const wanted = statementInput.safeParse({ ...req.query, client_id: idOf(req) })
      if (!wanted.success) throw new AppError('BAD_REQUEST', 'The period is not valid.')
      await consumeLimit(ctx.db, STATEMENTS, ctx.actor.userId)
      const { from, to } = wanted.data
      send(res, 'application/pdf', `statement-${from}-${to}.pdf`, await printStatement(ctx, wanted.data))
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
        tax_included: row.tax_included === null ? null : plainNumber(row.tax_included, row.currency),
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
  'tax_included',
]

/** Before the link is looked up, so that wrong ones count as well. */
async function countPrint({ db }: Ctx, token: string, ip: string): Promise<void> {
  await consumeLimit(db, PRINTS_OF_LINK, hashPayToken(token))
  const address = addressKey(ip)
  if (!isLoopback(address)) await consumeLimit(db, PRINTS_FROM_ADDRESS, address)
}

async function sendReceipt(ctx: Ctx, res: Response, receipt: Receipt, asker: string): Promise<void> {
  send(res, 'application/pdf', `${receipt.number}.pdf`, await printReceipt(ctx, receipt, asker))
}

/** For holders of a link, who reach no picture by itself. */
async function sendLogo(ctx: Ctx, res: Response, path: string | null): Promise<void> {
  const logo = path === null ? null : await findLogo(ctx, path)
  if (logo === null) throw notFound('This picture')
  res.setHeader('cache-control', 'private, max-age=3600')
  res.type(logo.content_type)
  await streamTo(res, await openStorage(ctx.services.config).read(logo.storage_key))
}

/** The id in `<id>.pdf`. */
const idOf = (req: Request): string => parameter(req, 'file').replace(/\.pdf$/, '')

function send(res: Response, type: string, filename: string, content: Buffer): void {
  res.attachment(filename).setHeader('x-content-type-options', 'nosniff')
  res.setHeader('cache-control', 'private, no-store')
  res.type(type).send(content)
}
