import { Alert, Anchor, Group, List, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { trpc } from '#client/lib/queries/trpc.ts'
import { E_INVOICE_FORMAT_NAMES } from '#shared/identity/letterhead/e-invoice-formats.ts'
import type { EInvoiceCheck } from '#shared/money/invoices/e-invoices.ts'
import type { InvoiceDto } from '#shared/money/invoices/invoices.ts'

/**
 * The format the document is sent in and any problems with it; refetched on focus, because they are fixed on
 * other screens.
 */
export function useEInvoice({ id }: InvoiceDto): EInvoiceCheck | undefined {
  return trpc.invoices.eInvoice.useQuery({ id }, { refetchOnWindowFocus: true }).data
}

/** What is attached to the email and added to the message. */
export function sentAsText({ kind }: InvoiceDto, check: EInvoiceCheck | undefined): string {
  const what = kind === 'credit_note' ? 'credit note' : 'invoice'
  const below = kind === 'credit_note' ? '' : ' The amount due and a payment link follow the message.'
  return `Attached: the ${what} as ${formatText(check?.sent_as ?? null)}.${below}`
}

function formatText(format: EInvoiceCheck['sent_as']): string {
  if (format === null) return 'a PDF'
  const name = E_INVOICE_FORMAT_NAMES[format]
  return format === 'factur_x' ? `a PDF that is an e-invoice (${name})` : `a PDF and an e-invoice (${name})`
}

/** Missing e-invoice data, with links to where it is entered; they open in a new tab to keep unsaved input. */
export function EInvoiceProblems({
  invoice,
  check,
}: {
  invoice: InvoiceDto
  check: EInvoiceCheck | undefined
}) {
  const { client_id } = invoice
  const format = check?.sent_as ?? null
  const problems = format === null ? [] : (check?.problems[format] ?? [])
  if (format === null || problems.length === 0) return null
  const concerns = (word: string) => problems.some((problem) => problem.includes(word))
  return (
    <Alert color="yellow" p="sm">
      <Text size="sm" fw={600} mb={4}>
        Incomplete for {E_INVOICE_FORMAT_NAMES[format]}
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
            target="_blank"
            renderRoot={(props) => <Link to="/settings" search={{ section: 'billing' }} {...props} />}
          >
            Open billing settings
          </Anchor>
        )}
        {concerns('Settings › Invoicing') && (
          <Anchor
            size="sm"
            target="_blank"
            renderRoot={(props) => <Link to="/settings" search={{ section: 'invoicing' }} {...props} />}
          >
            Open invoicing settings
          </Anchor>
        )}
        {concerns('client') && client_id !== null && (
          <Anchor
            size="sm"
            target="_blank"
            renderRoot={(props) => <Link to="/clients" search={{ edit: client_id }} {...props} />}
          >
            Edit the client
          </Anchor>
        )}
        {invoice.status === 'draft' && (concerns('Line') || concerns('invoice needs')) && (
          <Anchor
            size="sm"
            target="_blank"
            renderRoot={(props) => (
              <Link to="/payments" search={{ tab: 'invoices', edit: invoice.id }} {...props} />
            )}
          >
            Edit the invoice
          </Anchor>
        )}
      </Group>
    </Alert>
  )
}

/** Characters that the PDF shows as boxes; sending is still possible. */
export function UnprintableCharacters({ check }: { check: EInvoiceCheck | undefined }) {
  const characters = check?.unprintable ?? []
  if (characters.length === 0) return null
  const shown = characters.slice(0, MAX_SHOWN).join(' ')
  return (
    <Alert color="yellow" p="sm">
      <Text size="sm">
        The PDF shows a square for each of these characters, because its fonts don’t have them:{' '}
        <bdi>{shown}</bdi>
        {characters.length > MAX_SHOWN && ` and ${characters.length - MAX_SHOWN} more`}
      </Text>
    </Alert>
  )
}

const MAX_SHOWN = 10
