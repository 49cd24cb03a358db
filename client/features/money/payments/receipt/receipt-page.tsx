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
import sheet from '../../invoices/invoice/invoice-sheet.module.css'
import {
  Letterhead,
  PaperFacts,
  PaperLines,
  PaperParty,
  PaperSums,
} from '../../invoices/invoice/paper-parts.tsx'
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
      <PaperFacts facts={receiptFacts(receipt)} />
      <div className={sheet.parties}>
        {receiptParties(receipt).map(({ label, lines }) => (
          <PaperParty key={label} label={label} lines={lines} />
        ))}
      </div>
      <PaperLines columns={RECEIPT_COLUMNS} rows={receiptRows(receipt)} />
      {sums.length > 0 && <PaperSums sums={sums} strong={KEPT} />}
      {receipt.invoice !== null && <Paid invoice={receipt.invoice} />}
    </article>
  )
}

/** What was paid, with the tax by rate, each payment, and the amount still due. */
const Paid = ({ invoice }: { invoice: PaidInvoice }) => (
  <>
    <p className={sheet.subject}>{receiptInvoiceTitle(invoice)}</p>
    <PaperSums sums={[...receiptInvoiceRows(invoice), ...receiptInvoiceSums(invoice)]} strong={STILL_DUE} />
    {invoice.tax_notes.map((note) => (
      <p key={note} dir="auto">
        {note}
      </p>
    ))}
  </>
)
