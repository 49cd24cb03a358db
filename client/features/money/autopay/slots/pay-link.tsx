import { Text } from '@mantine/core'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'

/** Says when autopay will charge the invoice, so that it isn't paid twice. */
export function PayLinkSlot({ token, invoice }: { token: string; invoice: InvoiceDocumentDto }) {
  const next = trpc.autopay.byLink.useQuery({ token }).data?.next ?? null
  if (next === null) return null
  const [on, sum] = [formatDate(next.on), formatCharged(next.amount, invoice.currency)]
  const isPart = next.amount < invoice.amount_due
  if (next.blocked) {
    const what = isPart ? `the ${sum} due on ${on}` : 'this invoice'
    return <Text size="sm">Autopay will not charge {what}. Please pay it here.</Text>
  }
  return (
    <Text size="sm">
      Autopay charges {isPart ? sum : 'this invoice'} on {on}. You don’t need to pay it here.
    </Text>
  )
}
