import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Row, RowLink, Rows, Section } from '#client/components/detail-parts.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { formatDate } from '#client/lib/dates.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { CreditKind, CreditMovementDto } from '#shared/credit.ts'
import { formatAmounts, formatMoney } from '#shared/money.ts'
import { AdjustCreditDialog } from './adjust-credit-dialog.tsx'
import { DepositDialog } from './deposit-dialog.tsx'

const WORDS: Record<CreditKind, string> = {
  deposit: 'Deposit',
  overpayment: 'Overpayment',
  credit_note: 'Kept from a credit note',
  applied: 'Applied',
  unapplied: 'Taken off',
  refunded: 'Refunded',
  adjusted: 'Adjusted',
}
const SHOWN = 5

interface ClientCreditProps {
  clientId: string
  clientName: string
  /** What a new deposit is in. */
  currency: string
  /** The agency's owner records deposits and adjusts. */
  manages: boolean
}

/** What a client has with the agency, and how it came and went; nothing for a client who never had any. */
export function ClientCredit({ clientId, clientName, currency, manages }: ClientCreditProps) {
  const query = trpc.invoices.clientCredit.useQuery({ client_id: clientId })
  const [asked, setAsked] = useState<'deposit' | 'adjust' | null>(null)
  const { data } = query
  if (data === undefined) return query.isError ? <Unanswered query={query} loading={null} /> : null
  if (!manages && data.movements.length === 0) return null
  const close = () => setAsked(null)
  return (
    <Section
      title="Credit"
      action={
        manages && (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setAsked('deposit')}>
              Record deposit
            </Button>
            <Button size="xs" variant="default" onClick={() => setAsked('adjust')}>
              Adjust
            </Button>
          </Group>
        )
      }
    >
      <Stack gap="xs">
        <Text fw={600}>{formatAmounts(data.balances) ?? 'No credit'}</Text>
        <Movements movements={data.movements} />
      </Stack>
      {asked === 'deposit' && (
        <DepositDialog clientId={clientId} clientName={clientName} currency={currency} onClose={close} />
      )}
      {asked === 'adjust' && (
        <AdjustCreditDialog clientId={clientId} clientName={clientName} currency={currency} onClose={close} />
      )}
    </Section>
  )
}

function Movements({ movements }: { movements: CreditMovementDto[] }) {
  const [all, setAll] = useState(false)
  if (movements.length === 0) return null
  const shown = all ? movements : movements.slice(0, SHOWN)
  return (
    <>
      <Rows label="Movements of credit">
        {shown.map((movement) => (
          <Row key={movement.id}>
            <Group justify="space-between" gap="sm" wrap="nowrap">
              <Text size="sm">
                {WORDS[movement.kind]}
                {movement.note !== null && <>: {movement.note}</>}
                {movement.invoice_id !== null && (
                  <>
                    {' · '}
                    <RowLink to="/payments" search={{ tab: 'invoices', invoice: movement.invoice_id }}>
                      {movement.invoice_number}
                    </RowLink>
                  </>
                )}
              </Text>
              <Text size="sm">{formatMoney(movement.amount, movement.currency)}</Text>
            </Group>
            <Text size="xs" c="dimmed">
              {formatDate(movement.date)}
            </Text>
          </Row>
        ))}
      </Rows>
      {movements.length > SHOWN && !all && (
        <Button size="xs" variant="subtle" onClick={() => setAll(true)}>
          Show all movements
        </Button>
      )}
    </>
  )
}
