import { Alert, Anchor, Group, List, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { trpc } from '#client/lib/trpc.ts'
import { E_INVOICE_FORMAT_NAMES, type EInvoiceCheck } from '#shared/e-invoices.ts'
import type { InvoiceDto } from '#shared/invoices.ts'

/** As what the document goes out, and what keeps it from that; asked again after something was mended elsewhere. */
export function useEInvoice({ id }: InvoiceDto): EInvoiceCheck | undefined {
  return trpc.invoices.eInvoice.useQuery({ id }, { refetchOnWindowFocus: true }).data
}

/** What is attached to the mail, and what it shows beside the message. */
export function sentAsText({ kind }: InvoiceDto, check: EInvoiceCheck | undefined): string {
  const what = kind === 'credit_note' ? 'credit note' : 'invoice'
  const below = kind === 'credit_note' ? '' : ' Below the message are what is due and a link to pay it.'
  return `Attached: the ${what} as ${formatText(check?.sent_as ?? null)}.${below}`
}

function formatText(format: EInvoiceCheck['sent_as']): string {
  if (format === null) return 'a PDF'
  const name = E_INVOICE_FORMAT_NAMES[format]
  return format === 'factur_x' ? `a PDF that is an e-invoice (${name})` : `a PDF and an e-invoice (${name})`
}

/** What the e-invoice lacks, with the places where it is entered; they open beside what is being typed. */
export function EInvoiceProblems({
  invoice,
  check,
}: {
  invoice: InvoiceDto
  check: EInvoiceCheck | undefined
}) {
  const format = check?.sent_as ?? null
  const problems = format === null ? [] : (check?.problems[format] ?? [])
  if (format === null || problems.length === 0) return null
  const concerns = (word: string) => problems.some((problem) => problem.includes(word))
  return (
    <Alert color="yellow" p="sm">
      <Text size="sm" fw={600} mb={4}>
        Not complete as {E_INVOICE_FORMAT_NAMES[format]}
      </Text>
      <List size="sm" withPadding={false}>
        {problems.map((problem) => (
          <List.Item key={problem}>{problem}</List.Item>
        ))}
      </List>
      <Group gap="sm" mt="xs">
        {concerns('Your agency') && (
          <Anchor
            size="sm"
            component={Link}
            to="/settings"
            search={{ section: 'billing' } as never}
            target="_blank"
          >
            Open billing settings
          </Anchor>
        )}
        {concerns('client') && invoice.client_id !== null && (
          <Anchor
            size="sm"
            component={Link}
            to="/clients"
            search={{ edit: invoice.client_id } as never}
            target="_blank"
          >
            Edit the client
          </Anchor>
        )}
        {invoice.status === 'draft' && (concerns('Line') || concerns('invoice needs')) && (
          <Anchor
            size="sm"
            component={Link}
            to="/payments"
            search={{ tab: 'invoices', edit: invoice.id } as never}
            target="_blank"
          >
            Edit the invoice
          </Anchor>
        )}
      </Group>
    </Alert>
  )
}
