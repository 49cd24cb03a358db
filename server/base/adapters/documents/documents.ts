import { formatCharged, formatMoney } from '#shared/base/amounts/money.ts'
import { formatDate, formatDateRange } from '#shared/base/format.ts'
import { type Party, partyLines } from '#shared/identity/letterhead/parties.ts'
import {
  type InvoicePaper,
  paperColumns,
  paperFacts,
  paperInstallments,
  paperName,
  paperRows,
  paperStanding,
  paperSums,
  paperTaxNotes,
  paperTransfer,
  sellerDetails,
  strongSum,
} from '#shared/money/invoices/invoice-paper.ts'
import { type StatementDto, statementCredit } from '#shared/money/invoices/statements.ts'
import { TEST_MODE } from '#shared/money/payments/payments.ts'
import {
  KEPT,
  type PaidInvoice,
  RECEIPT_COLUMNS,
  type ReceiptPaper,
  receiptFacts,
  receiptInvoiceRows,
  receiptInvoiceSums,
  receiptInvoiceTitle,
  receiptParties,
  receiptRows,
  receiptSums,
  STILL_DUE,
} from '#shared/money/payments/receipt-paper.ts'
import {
  SELF_BILL_TOTAL,
  type SelfBillPaper,
  selfBillColumns,
  selfBillFacts,
  selfBillNotes,
  selfBillRows,
  selfBillSums,
  selfBillTitle,
} from '#shared/money/self-bill-paper.ts'
import { textIn } from './document-characters.ts'
import { unprintable } from './document-fonts.ts'
import {
  facts,
  heading,
  paragraph,
  parties,
  remark,
  renderSheet,
  subject,
  table,
  transfer,
  warning,
} from './document-page.ts'
import type { Page } from './document-text.ts'
import type { EInvoiceContent } from './e-invoice.ts'

/** A document to render, which is passed to the worker thread. Logos are PNG. */
export type DocumentContent =
  | { kind: 'invoice'; invoice: InvoicePaper; logo: Uint8Array | null; notice: string | null }
  | { kind: 'receipt'; receipt: ReceiptPaper; logo: Uint8Array | null }
  | { kind: 'self-bill'; paper: SelfBillPaper; notice: string | null }
  | { kind: 'e-invoice'; content: EInvoiceContent }
  /** Draws nothing: returns the characters that can't be drawn, as JSON. */
  | { kind: 'characters'; text: string }
  | { kind: 'statement'; statement: PrintedStatement; logo: Uint8Array | null }

/** Slow for long invoices: the server calls it in the worker (`document-renderer.ts`). */
export async function renderDocument(content: DocumentContent): Promise<Uint8Array> {
  if (content.kind === 'invoice') return renderInvoicePdf(content.invoice, content)
  if (content.kind === 'receipt') return renderReceiptPdf(content.receipt, content.logo)
  if (content.kind === 'self-bill') return renderSelfBillPdf(content.paper, content.notice)
  if (content.kind === 'statement') return renderStatementPdf(content.statement, content.logo)
  if (content.kind === 'characters') return Buffer.from(JSON.stringify(unprintable(content.text)))
  // Loaded on demand: most portals never create e-invoices, and the library is large.
  const { renderEInvoice } = await import('./e-invoice.ts')
  return renderEInvoice(content.content)
}

interface Letterhead {
  /** PNG. */
  logo?: Uint8Array | null
  /** A notice shown above everything else. */
  notice?: string | null
}

/** Renders the invoice or credit note as a PDF; once issued, the output is identical byte by byte. */
export function renderInvoicePdf(
  invoice: InvoicePaper,
  { logo = null, notice = null }: Letterhead = {},
): Promise<Buffer> {
  const name = paperName(invoice)
  const { number, parties: who } = invoice
  const reference = number ?? `${name} (draft)`
  const sheet = {
    title: `${name} ${number ?? 'draft'}`,
    reference,
    createdOn: invoice.issued_on,
    text: textIn(invoice),
  }
  return renderSheet({ ...sheet, footer: who.footer }, (pdf) => {
    if (notice !== null) warning(pdf, notice)
    heading(pdf, {
      name,
      standing: paperStanding(invoice),
      logo,
      issuer: who.seller.name,
      accent: who.accent,
    })
    facts(pdf, paperFacts(invoice))
    parties(pdf, [
      { label: 'From', ...sellerBlock(who.seller, who.details) },
      { label: 'Bill to', lines: partyLines(who.buyer) },
    ])
    subject(pdf, invoice.title)
    if (invoice.description) paragraph(pdf, invoice.description)
    const rows = paperRows(invoice)
    table(pdf, { columns: paperColumns(invoice), rows, sums: paperSums(invoice), strong: strongSum(invoice) })
    for (const note of paperTaxNotes(invoice)) paragraph(pdf, note)
    for (const [label, text] of paperInstallments(invoice)) paragraph(pdf, `${label}: ${text}`)
    if (invoice.notes) remark(pdf, invoice.notes)
    const bank = paperTransfer(invoice)
    if (bank !== null) transfer(pdf, { title: 'Pay by bank transfer', ...bank })
  })
}

const sellerBlock = (seller: Party, details: string | null = null) => ({
  lines: partyLines(seller),
  small: sellerDetails(seller, details).join('\n'),
})

/** Renders the receipt of a payment as a PDF, including refunds. */
export function renderReceiptPdf(receipt: ReceiptPaper, logo: Uint8Array | null): Promise<Buffer> {
  const { payment, payee, number } = receipt
  const sheet = {
    title: `Receipt ${number}`,
    reference: number,
    createdOn: payment.date,
    text: textIn(receipt),
  }
  return renderSheet(sheet, (pdf) => {
    if (receipt.test_mode) warning(pdf, TEST_MODE)
    heading(pdf, { name: 'Receipt', standing: null, logo, issuer: payee })
    facts(pdf, receiptFacts(receipt))
    parties(pdf, receiptParties(receipt))
    const rows = receiptRows(receipt)
    table(pdf, { columns: RECEIPT_COLUMNS, rows, sums: receiptSums(receipt), strong: KEPT })
    if (receipt.invoice !== null) drawPaidInvoice(pdf, receipt.invoice)
  })
}

function drawPaidInvoice(pdf: Page, invoice: PaidInvoice): void {
  subject(pdf, receiptInvoiceTitle(invoice))
  const rows = receiptInvoiceRows(invoice)
  table(pdf, { columns: RECEIPT_COLUMNS, rows, sums: receiptInvoiceSums(invoice), strong: STILL_DUE })
  for (const note of invoice.tax_notes) paragraph(pdf, note)
}

export interface PrintedStatement extends Omit<StatementDto, 'client_id' | 'currencies'> {
  seller: Party
  buyer: Party
  accent?: string | null
}

/** Renders a client's statement for a period as a PDF. */
export function renderStatementPdf(statement: PrintedStatement, logo: Uint8Array | null): Promise<Buffer> {
  const { currency, from, to, seller, buyer } = statement
  const money = (amount: number) => formatMoney(amount, currency)
  const period = formatDateRange(from, to)
  const credit = statementCredit(statement)
  const sheet = {
    title: `Statement ${period}`,
    reference: 'Statement',
    createdOn: to,
    text: textIn(statement),
  }
  return renderSheet(sheet, (pdf) => {
    heading(pdf, {
      name: 'Statement',
      standing: null,
      logo,
      issuer: seller.name,
      accent: statement.accent,
    })
    facts(pdf, [
      ['Period', period],
      ['Currency', currency],
    ])
    parties(pdf, [
      { label: 'From', ...sellerBlock(seller) },
      { label: 'For', lines: partyLines(buyer) },
    ])
    table(pdf, {
      columns: ['Date', 'Description', 'Amount', 'Balance'],
      words: ['Date', 'Description'],
      rows: [
        [formatDate(from), 'Opening balance', '', money(statement.opening_balance)],
        ...statement.lines.map(({ date, text, amount, balance }) => [
          formatDate(date),
          text,
          money(amount),
          money(balance),
        ]),
      ],
      sums: [
        [CLOSING, formatCharged(statement.closing_balance, currency)],
        ...(credit === null ? [] : [credit]),
      ],
      strong: CLOSING,
    })
  })
}

const CLOSING = 'Closing balance'

/** Renders a bill that the agency wrote for a contributor, or its cancellation; identical byte by byte. */
export function renderSelfBillPdf(paper: SelfBillPaper, notice: string | null): Promise<Buffer> {
  const name = selfBillTitle(paper)
  const sheet = {
    title: `${name} ${paper.number}`,
    reference: paper.number,
    createdOn: paper.issued_on,
    text: textIn(paper),
  }
  return renderSheet(sheet, (pdf) => {
    if (notice !== null) warning(pdf, notice)
    heading(pdf, { name, standing: null, logo: null, issuer: paper.supplier.name })
    facts(pdf, selfBillFacts(paper))
    parties(pdf, [
      { label: 'Supplier', lines: partyLines(paper.supplier) },
      { label: 'Customer', lines: partyLines(paper.customer) },
    ])
    const rows = selfBillRows(paper)
    table(pdf, { columns: selfBillColumns(paper), rows, sums: selfBillSums(paper), strong: SELF_BILL_TOTAL })
    for (const note of selfBillNotes(paper)) paragraph(pdf, note)
  })
}
