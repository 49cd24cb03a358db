import { Button, Group, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { BackLink } from '#client/components/records/back-link.tsx'
import { DetailPending } from '#client/components/records/detail-skeleton.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
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
import sheet from '../invoices/invoice/invoice-sheet.module.css'
import { Letterhead } from '../invoices/invoice/letterhead.tsx'
import classes from './receipt-page.module.css'

/** A receipt as a full page, at the URL of the list it was opened from. */
export function ReceiptPage({ id }: { id: string }) {
  const query = trpc.payments.receipt.useQuery({ id })
  const { data } = query
  useDocumentTitle(data === undefined ? 'Receipt' : `Receipt ${data.number}`)
  return (
    <div className={classes.page}>
      <BackLink label="All payments" search={withoutReceipt} className={classes.back} />
      {data === undefined ? (
        <DetailPending query={query} kind="Receipt" />
      ) : (
        <>
          <header className={classes.head}>
            <Title order={1}>Receipt {data.number}</Title>
            <Group gap={6} ml="auto">
              <Button
                size="xs"
                variant="default"
                visibleFrom="sm"
                leftSection={<IconPrinter size={14} aria-hidden />}
                onClick={() => window.print()}
              >
                Print
              </Button>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconDownload size={14} aria-hidden />}
                component="a"
                href={`/documents/receipts/${id}.pdf`}
                download
                onClick={() =>
                  toast({ title: 'Downloading Receipt', message: 'Your receipt is downloading as a PDF.' })
                }
              >
                Download PDF
              </Button>
            </Group>
          </header>
          <ReceiptSheet receipt={data} />
        </>
      )}
    </div>
  )
}

const withoutReceipt = (search: object) => ({ ...search, receipt: undefined })

/** The same text as in its PDF; the only part of the page that is printed. */
function ReceiptSheet({ receipt }: { receipt: ReceiptPaper }) {
  const { number, payee, logo } = receipt
  const sums = receiptSums(receipt)
  return (
    <article className={sheet.paper} aria-label={`Receipt ${number}`} data-paper>
      {receipt.test_mode && <p className={classes.warning}>{TEST_MODE}</p>}
      <header className={sheet.head}>
        <p className={sheet.name}>Receipt</p>
        <Letterhead key={logo} logo={logo} name={payee} />
      </header>
      <dl className={sheet.facts}>
        {receiptFacts(receipt).map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className={sheet.parties}>
        {receiptParties(receipt).map(({ label, lines }) => (
          <Side key={label} label={label} lines={lines} />
        ))}
      </div>
      <table className={sheet.lines}>
        <thead>
          <tr>
            {RECEIPT_COLUMNS.map((column) => (
              <th key={column} data-column={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {receiptRows(receipt).map(([description, amount]) => (
            <tr key={description}>
              <td data-column="Description">{description}</td>
              <td data-column="Amount">{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {sums.length > 0 && (
        <dl className={sheet.sums}>
          {sums.map(([label, amount], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two refunds on one day may be identical
            <div key={index} data-strong={label === KEPT || undefined}>
              <dt>{label}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
        </dl>
      )}
      {receipt.invoice !== null && <Paid invoice={receipt.invoice} />}
    </article>
  )
}

const Side = ({ label, lines: [name, ...lines] }: { label: string; lines: string[] }) => (
  <div className={sheet.address}>
    <p className={sheet.label}>{label}</p>
    <p dir="auto">
      <strong>{name}</strong>
    </p>
    {[...new Set(lines)].map((line) => (
      <p key={line} dir="auto">
        {line}
      </p>
    ))}
  </div>
)

/** What was paid, with the tax by rate, each payment, and the amount still due. */
const Paid = ({ invoice }: { invoice: PaidInvoice }) => (
  <>
    <p className={sheet.subject}>{receiptInvoiceTitle(invoice)}</p>
    <dl className={sheet.sums}>
      {[...receiptInvoiceRows(invoice), ...receiptInvoiceSums(invoice)].map(([label, amount], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two payments on one day may be identical
        <div key={index} data-strong={label === STILL_DUE || undefined}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
    {invoice.tax_notes.map((note) => (
      <p key={note} dir="auto">
        {note}
      </p>
    ))}
  </>
)
