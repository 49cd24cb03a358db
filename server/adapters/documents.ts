import { formatWrittenDate, formatWrittenRange } from '#shared/dates.ts'
import {
  type InvoicePaper,
  paperColumns,
  paperFacts,
  paperInstalments,
  paperName,
  paperRows,
  paperStanding,
  paperSums,
  paperTaxNotes,
  paperTransfer,
  sellerDetails,
  TOTAL,
} from '#shared/invoice-paper.ts'
import { formatCharged, formatMoney } from '#shared/money.ts'
import { type Party, partyLines } from '#shared/parties.ts'
import { TEST_MODE } from '#shared/payments.ts'
import {
  KEPT,
  RECEIPT_COLUMNS,
  type ReceiptPaper,
  receiptFacts,
  receiptRows,
  receiptSums,
} from '#shared/receipt-paper.ts'
import type { StatementDto } from '#shared/statements.ts'
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
import type { EInvoiceContent } from './e-invoice.ts'

/** A document to be drawn; it travels to the thread that draws. Logos are PNG. */
export type DocumentContent =
  | { kind: 'invoice'; invoice: InvoicePaper; logo: Uint8Array | null; testMode: boolean }
  | { kind: 'receipt'; receipt: ReceiptPaper; logo: Uint8Array | null }
  | { kind: 'e-invoice'; content: EInvoiceContent }
  | { kind: 'statement'; statement: PrintedStatement; logo: Uint8Array | null }

/** Takes long for a long invoice: the server asks the documents' thread (`document-renderer.ts`). */
export async function renderDocument(content: DocumentContent): Promise<Uint8Array> {
  if (content.kind === 'invoice') return renderInvoicePdf(content.invoice, content)
  if (content.kind === 'receipt') return renderReceiptPdf(content.receipt, content.logo)
  if (content.kind === 'statement') return renderStatementPdf(content.statement, content.logo)
  // Most portals never write one, and its library is large.
  const { renderEInvoice } = await import('./e-invoice.ts')
  return renderEInvoice(content.content)
}

interface Letterhead {
  /** PNG. */
  logo?: Uint8Array | null
  /** The portal simulates payments. */
  testMode?: boolean
}

/** The invoice (or credit note) as a PDF; the same paper is the same file, to the byte, once it is issued. */
export function renderInvoicePdf(
  invoice: InvoicePaper,
  { logo = null, testMode = false }: Letterhead = {},
): Promise<Buffer> {
  const name = paperName(invoice)
  const { number, parties: who } = invoice
  const reference = number ?? `${name} (draft)`
  const sheet = { title: `${name} ${number ?? 'draft'}`, reference, createdOn: invoice.issued_on }
  return renderSheet({ ...sheet, footer: who.footer }, (pdf) => {
    if (testMode) warning(pdf, TEST_MODE)
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
    table(pdf, { columns: paperColumns(invoice), rows, sums: paperSums(invoice), strong: TOTAL })
    for (const note of paperTaxNotes(invoice)) paragraph(pdf, note)
    for (const [label, text] of paperInstalments(invoice)) paragraph(pdf, `${label}: ${text}`)
    if (invoice.notes) remark(pdf, invoice.notes)
    const bank = paperTransfer(invoice)
    if (bank !== null) transfer(pdf, { title: 'Pay by bank transfer', ...bank })
  })
}

const sellerBlock = (seller: Party, details: string | null = null) => ({
  lines: partyLines(seller),
  small: sellerDetails(seller, details).join('\n'),
})

/** The receipt of a payment as a PDF, with what was given back of it. */
export function renderReceiptPdf(receipt: ReceiptPaper, logo: Uint8Array | null): Promise<Buffer> {
  const { payment, payee, number } = receipt
  const sheet = { title: `Receipt ${number}`, reference: number, createdOn: payment.date }
  return renderSheet(sheet, (pdf) => {
    if (receipt.test_mode) warning(pdf, TEST_MODE)
    heading(pdf, { name: 'Receipt', standing: null, logo, issuer: payee })
    facts(pdf, receiptFacts(receipt))
    parties(pdf, [
      { label: 'Paid to', lines: [payee] },
      { label: 'Paid by', lines: [payment.payer_name] },
    ])
    const rows = receiptRows(receipt)
    table(pdf, { columns: RECEIPT_COLUMNS, rows, sums: receiptSums(receipt), strong: KEPT })
  })
}

export interface PrintedStatement extends Omit<StatementDto, 'client_id' | 'currencies'> {
  seller: Party
  buyer: Party
  accent?: string | null
}

/** What a client was billed and paid over a period, as a PDF. */
export function renderStatementPdf(statement: PrintedStatement, logo: Uint8Array | null): Promise<Buffer> {
  const { currency, from, to, seller, buyer } = statement
  const money = (amount: number) => formatMoney(amount, currency)
  const period = formatWrittenRange(from, to)
  const sheet = { title: `Statement ${period}`, reference: 'Statement', createdOn: to }
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
        [formatWrittenDate(from), 'Opening balance', '', money(statement.opening_balance)],
        ...statement.lines.map(({ date, text, amount, balance }) => [
          formatWrittenDate(date),
          text,
          money(amount),
          money(balance),
        ]),
      ],
      sums: [[CLOSING, formatCharged(statement.closing_balance, currency)]],
      strong: CLOSING,
    })
  })
}

const CLOSING = 'Closing balance'
