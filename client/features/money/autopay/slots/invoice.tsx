import { Alert, Group, Stack, Text } from '@mantine/core'
import { StatusBadge, type Tone } from '#client/components/marks/status-badge.tsx'
import { Row, Rows, Section } from '#client/components/records/detail-parts.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { AutopayOfInvoiceDto, AutopayOutcome } from '#shared/money/autopay/autopay.ts'
import type { InvoiceDto } from '#shared/money/invoices/invoices.ts'
import { methodName } from '#shared/money/payments/payments.ts'

const OUTCOMES: Record<AutopayOutcome, { label: string; tone: Tone }> = {
  pending: { label: 'In progress', tone: 'info' },
  succeeded: { label: 'Paid', tone: 'good' },
  declined: { label: 'Declined', tone: 'bad' },
  interrupted: { label: 'Interrupted', tone: 'neutral' },
  skipped: { label: 'Not charged', tone: 'attention' },
}

/** When an invoice is charged next, and the result of each attempt; hidden without autopay. */
export function InvoiceSlot({ invoice }: { invoice: InvoiceDto }) {
  const isShown = invoice.kind === 'invoice' && invoice.status !== 'draft'
  const { data } = trpc.autopay.ofInvoice.useQuery({ invoice_id: invoice.id }, { enabled: isShown })
  if (data === undefined || (data.next === null && data.attempts.length === 0)) return null
  return (
    <Section title="Autopay">
      <Stack gap="sm">
        <NextCharge autopay={data} invoice={invoice} />
        {data.attempts.length > 0 && (
          <Rows label="Automatic charges">
            {data.attempts.map((attempt) => (
              <Row key={attempt.number}>
                <Group justify="space-between" gap="sm" wrap="nowrap">
                  <Text size="sm">
                    {formatDate(attempt.date)}: {formatCharged(attempt.amount, attempt.currency)},{' '}
                    {methodName(attempt.card)}
                  </Text>
                  <StatusBadge status={attempt.outcome} {...OUTCOMES[attempt.outcome]} />
                </Group>
                {attempt.message !== null && (
                  <Text size="xs" c="dimmed">
                    {attempt.message}
                  </Text>
                )}
              </Row>
            ))}
          </Rows>
        )}
      </Stack>
    </Section>
  )
}

interface NextChargeProps {
  autopay: AutopayOfInvoiceDto
  invoice: InvoiceDto
}

function NextCharge({ autopay: { next, blocked }, invoice }: NextChargeProps) {
  if (next === null) return null
  if (blocked !== null) {
    return (
      <Alert color="yellow" p="sm" title="Not charged automatically">
        <Text size="sm">{blocked}</Text>
      </Alert>
    )
  }
  const sum = next.amount < invoice.amount_due ? formatCharged(next.amount, invoice.currency) : null
  return (
    <Alert color="blue" p="sm">
      <Text size="sm">
        {chargeWords(next.retry, sum)} on {formatDate(next.on)} to {methodName(next.card)}.
      </Text>
    </Alert>
  )
}

/** An installment's charge states its amount; without one, the whole invoice is charged. */
function chargeWords(isRetry: boolean, sum: string | null): string {
  if (sum === null) return isRetry ? 'Will be retried' : 'Will be charged'
  return isRetry ? `A charge of ${sum} will be retried` : `${sum} will be charged`
}
