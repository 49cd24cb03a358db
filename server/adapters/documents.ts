import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import type { InvoiceDto } from '#shared/invoices.ts'
import { formatBasisPoints, formatCharged, formatMoney } from '#shared/money.ts'
import { type PaymentDto, TEST_MODE } from '#shared/payments.ts'

const require = createRequire(import.meta.url)
const readFont = (file: string) => readFileSync(require.resolve(`@expo-google-fonts/inter/${file}`))
const REGULAR = 'Inter-Regular'
const SEMI_BOLD = 'Inter-SemiBold'
const FONTS = {
  [REGULAR]: readFont('400Regular/Inter_400Regular.ttf'),
  [SEMI_BOLD]: readFont('600SemiBold/Inter_600SemiBold.ttf'),
}

const MARGIN = 56
const LOGO = { width: 140, height: 70 }
const GREY = '#5b6472'

/** What an invoice shows in print, and nothing else of it: another viewer, or a later look, prints the same. */
export type PrintedInvoice = Pick<
  InvoiceDto,
  | 'kind'
  | 'number'
  | 'title'
  | 'description'
  | 'notes'
  | 'currency'
  | 'issuer_name'
  | 'clientName'
  | 'issued_on'
  | 'dueDate'
  | 'items'
  | 'subtotal'
  | 'discount'
  | 'tax'
  | 'amount'
  | 'amount_paid'
  | 'amount_credited'
  | 'amount_due'
>

/** A document to be drawn; it travels to the thread that draws. */
export type DocumentContent =
  | { kind: 'invoice'; invoice: PrintedInvoice; letterhead: Letterhead }
  | { kind: 'receipt'; receipt: PrintedReceipt }

/** Takes long for a long invoice: the server asks the documents' thread (`document-renderer.ts`). */
export const renderDocument = (content: DocumentContent): Promise<Buffer> =>
  content.kind === 'invoice'
    ? renderInvoicePdf(content.invoice, content.letterhead)
    : renderReceiptPdf(content.receipt)

/** The sums at the foot of an invoice, in the words and figures of the screen. */
export function invoiceSums(invoice: PrintedInvoice): [label: string, amount: string][] {
  const money = (amount: number) => formatMoney(amount, invoice.currency)
  const sums: [string, string][] = [['Subtotal', money(invoice.subtotal)]]
  if (invoice.discount > 0) sums.push(['Discount', money(-invoice.discount)])
  if (invoice.tax > 0) sums.push(['Tax', money(invoice.tax)])
  sums.push(['Total', formatCharged(invoice.amount, invoice.currency)])
  if (invoice.amount_paid > 0) sums.push(['Paid', money(-invoice.amount_paid)])
  if (invoice.amount_credited > 0) sums.push(['Credited', money(-invoice.amount_credited)])
  if (invoice.kind === 'invoice')
    sums.push(['Amount due', formatCharged(invoice.amount_due, invoice.currency)])
  return sums
}

/** The lines as the screen shows them. */
export const invoiceRows = (invoice: PrintedInvoice): string[][] =>
  invoice.items.map((item) => [
    item.description,
    String(item.quantity),
    formatMoney(item.rate, invoice.currency),
    item.tax_bps === 0 ? '' : formatBasisPoints(item.tax_bps),
    formatMoney(item.amount, invoice.currency),
  ])

/** What the issuer prints on every document. */
export interface Letterhead {
  /** PNG. */
  logo: Uint8Array | null
  /** Address, tax number and the like, line by line. */
  details: string | null
  /** The portal simulates payments. */
  test_mode?: boolean
}

/** The invoice (or credit note) as a PDF; every figure comes from the same rows as the screen's. */
export function renderInvoicePdf(
  invoice: PrintedInvoice,
  letterhead: Letterhead = { logo: null, details: null },
): Promise<Buffer> {
  const name = invoice.kind === 'credit_note' ? 'Credit note' : 'Invoice'
  return render(`${name} ${invoice.number ?? 'draft'}`, (pdf) => {
    if (letterhead.logo !== null) {
      const x = pdf.page.width - MARGIN - LOGO.width
      pdf.image(Buffer.from(letterhead.logo), x, MARGIN, { fit: [LOGO.width, LOGO.height], align: 'right' })
    }
    if (letterhead.test_mode) testMode(pdf)
    heading(pdf, `${name} ${invoice.number ?? '(draft)'}`, invoice.issuer_name, letterhead.details)
    facts(pdf, [
      ['From', invoice.issuer_name],
      ['To', invoice.clientName],
      ['Issued', invoice.issued_on ?? 'not yet'],
      ['Due', invoice.dueDate],
      ['Subject', invoice.title],
    ])
    if (invoice.description) pdf.text(invoice.description).moveDown()
    pdf.table({
      columnStyles: ['*', 55, 105, 45, 120],
      rowStyles: { border: [0, 0, 0.5, 0], borderColor: '#d5d9df', padding: [6, 4, 6, 4] },
      data: [
        ['Description', 'Quantity', 'Rate', 'Tax', 'Amount'].map((text, index) => cell(text, index, GREY)),
        ...invoiceRows(invoice).map((row) => row.map((text, index) => cell(text, index, '#111827'))),
      ],
    })
    pdf.moveDown()
    for (const [label, amount] of invoiceSums(invoice)) sum(pdf, label, amount)
    if (invoice.notes) pdf.moveDown(2).fillColor(GREY).text(invoice.notes, MARGIN)
  })
}

export interface PrintedReceipt {
  number: string
  payee: string
  payment: Pick<
    PaymentDto,
    'amount' | 'currency' | 'payer_name' | 'date' | 'description' | 'card' | 'method' | 'status' | 'refunded'
  >
  refunds: { amount: number; refunded_at: string }[]
  /** Simulated: no money moved. */
  test_mode?: boolean
}

/** The receipt of a payment as a PDF, with what was given back of it. */
export function renderReceiptPdf(receipt: PrintedReceipt): Promise<Buffer> {
  const { payment, payee, number, refunds } = receipt
  const money = (amount: number) => formatCharged(amount, payment.currency)
  return render(`Receipt ${number}`, (pdf) => {
    if (receipt.test_mode) testMode(pdf)
    heading(pdf, `Receipt ${number}`, payee)
    facts(pdf, [
      ['Paid to', payee],
      ['Paid by', payment.payer_name],
      ['Date', payment.date.slice(0, 10)],
      ['For', payment.description],
      ['Method', payment.card ? `${payment.card.brand} ending in ${payment.card.last4}` : payment.method],
      ['Status', receiptStatus(payment)],
    ])
    sum(pdf, 'Amount', money(payment.amount))
    for (const refund of refunds) {
      sum(pdf, `Refund of ${refund.refunded_at.slice(0, 10)}`, money(-refund.amount))
    }
    if (refunds.length > 0) sum(pdf, 'Paid after refunds', money(payment.amount - payment.refunded))
  })
}

const receiptStatus = ({ status, refunded }: PrintedReceipt['payment']): string =>
  status === 'refunded' ? 'Refunded' : refunded > 0 ? 'Paid, partly refunded' : 'Paid'

type Pdf = InstanceType<typeof PDFDocument>

function render(title: string, draw: (pdf: Pdf) => void): Promise<Buffer> {
  // Begins without a built-in font, which would garble what is not Western European; the types want one.
  const font = null as unknown as string
  const pdf = new PDFDocument({ size: 'A4', margin: MARGIN, font, info: { Title: title } })
  // Read once and then known by the name it gives itself: a table would read it anew for each of its cells.
  for (const [name, bytes] of Object.entries(FONTS)) pdf.font(bytes).registerFont(name, bytes, name)
  pdf.font(REGULAR)
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
    pdf.fontSize(10).fillColor('#111827')
    draw(pdf)
    pdf.end()
  })
}

function testMode(pdf: Pdf): void {
  pdf
    .font(SEMI_BOLD)
    .fillColor('#b54708')
    .text(TEST_MODE, MARGIN, MARGIN - 24)
  pdf.font(REGULAR).fillColor('#111827').text('', MARGIN, MARGIN)
}

/** Keeps clear of the logo at the right. */
function heading(pdf: Pdf, title: string, issuer: string, details: string | null = null): void {
  const width = pdf.page.width - 2 * MARGIN - LOGO.width - 20
  pdf.font(SEMI_BOLD).fontSize(20).text(title, { width }).font(REGULAR).fontSize(10)
  pdf.fillColor(GREY).text(issuer, { width })
  if (details !== null) pdf.text(details, { width })
  pdf.y = Math.max(pdf.y, MARGIN + LOGO.height)
  pdf.fillColor('#111827').moveDown(1.5)
}

function facts(pdf: Pdf, entries: [string, string][]): void {
  for (const [label, value] of entries) {
    const { y } = pdf
    pdf.fillColor(GREY).text(label, MARGIN, y, { width: 80 })
    pdf.fillColor('#111827').text(value, MARGIN + 90, y)
  }
  pdf.moveDown(1.5)
  pdf.x = MARGIN
}

const cell = (text: string, column: number, textColor: string) => ({
  text,
  textColor,
  align: { x: column === 0 ? ('left' as const) : ('right' as const), y: 'top' as const },
})

function sum(pdf: Pdf, label: string, amount: string): void {
  const { y } = pdf
  const width = pdf.page.width - 2 * MARGIN
  pdf.text(label, MARGIN, y, { width: width - 140, align: 'right' })
  pdf.text(amount, MARGIN + width - 130, y, { width: 130, align: 'right' })
  pdf.moveDown(0.3)
}
