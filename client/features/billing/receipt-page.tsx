import { Button, Group, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconArrowLeft, IconDownload, IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { DetailSkeleton } from '#client/components/detail-skeleton.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { TEST_MODE } from '#shared/payments.ts'
import {
  KEPT,
  RECEIPT_COLUMNS,
  type ReceiptPaper,
  receiptFacts,
  receiptRows,
  receiptSums,
} from '#shared/receipt-paper.ts'
import sheet from '../invoices/invoice/invoice-sheet.module.css'
import { Letterhead } from '../invoices/invoice/letterhead.tsx'
import classes from './receipt-page.module.css'

/** A receipt as a page of its own, at the address of the list it was opened from. */
export function ReceiptPage({ id }: { id: string }) {
  const query = trpc.payments.receipt.useQuery({ id })
  const { data } = query
  useDocumentTitle(data === undefined ? 'Receipt' : `Receipt ${data.number}`)
  return (
    <div className={classes.page}>
      <Button
        className={classes.back}
        variant="subtle"
        color="gray"
        size="xs"
        leftSection={<IconArrowLeft size={14} aria-hidden />}
        renderRoot={(props) => <Link to="." search={withoutReceipt} {...props} />}
      >
        All payments
      </Button>
      {data === undefined ? (
        <Unanswered query={query} loading={<DetailSkeleton />} />
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

/** Word for word as in its PDF, and what the page prints in place of all else. */
function ReceiptSheet({ receipt }: { receipt: ReceiptPaper }) {
  const { number, payee, logo, payment } = receipt
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
        <Side label="Paid to" name={payee} />
        <Side label="Paid by" name={payment.payer_name} />
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
            // biome-ignore lint/suspicious/noArrayIndexKey: two refunds of one day read the same
            <div key={index} data-strong={label === KEPT || undefined}>
              <dt>{label}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  )
}

const Side = ({ label, name }: { label: string; name: string }) => (
  <div className={sheet.address}>
    <p className={sheet.label}>{label}</p>
    <p dir="auto">
      <strong>{name}</strong>
    </p>
  </div>
)
