import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ShowMore } from '#client/components/lists/show-more.tsx'
import { Row, RowLink, Rows, Section } from '#client/components/records/detail-parts.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatAmounts, formatMoney } from '#shared/base/amounts/money.ts'
import type { CreditMovementDto } from '#shared/money/invoices/credit.ts'
import { AdjustCreditDialog } from './adjust-credit-dialog.tsx'
import { DepositDialog } from './deposit-dialog.tsx'

const WORDS: Record<CreditMovementDto['kind'], string> = {
  deposit: 'Deposit',
  overpayment: 'Overpayment',
  credit_note: 'Kept from a credit note',
  applied: 'Applied',
  unapplied: 'Removed',
  refunded: 'Refunded',
  reversed: 'Reversed',
  adjusted: 'Adjusted',
}
const SHOWN = 5

/** Granted credit is used and returned by credit notes. */
function wordsOf({ kind, invoice_id, amount }: CreditMovementDto): string {
  if (kind !== 'adjusted' || invoice_id === null) return WORDS[kind]
  return amount < 0 ? WORDS.applied : WORDS.unapplied
}

interface ClientCreditProps {
  clientId: string
  clientName: string
  /** The currency of a new deposit. */
  currency: string
  /** The agency's owner, who can record deposits and adjust credit. */
  manages: boolean
}

/** A client's credit and its history; hidden if there never was any. */
export function ClientCredit({ clientId, clientName, currency, manages }: ClientCreditProps) {
  const query = trpc.invoices.clientCredit.useInfiniteQuery({ client_id: clientId }, byCursor)
  const [dialog, setDialog] = useState<'deposit' | 'adjust' | null>(null)
  const [newest, ...older] = query.data?.pages ?? []
  if (newest === undefined) return query.isError ? <QueryState query={query} loading={null} /> : null
  const movements = [newest, ...older].flatMap((page) => page.movements)
  if (!manages && movements.length === 0) return null
  const close = () => setDialog(null)
  return (
    <Section
      title="Credit"
      action={
        manages && (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setDialog('deposit')}>
              Record deposit
            </Button>
            <Button size="xs" variant="default" onClick={() => setDialog('adjust')}>
              Adjust
            </Button>
          </Group>
        )
      }
    >
      <Stack gap="xs">
        <Text fw={600}>{formatAmounts(newest.balances) ?? 'No credit'}</Text>
        <Movements movements={movements} more={<ShowMore query={query} size="xs" />} />
      </Stack>
      {dialog === 'deposit' && (
        <DepositDialog clientId={clientId} clientName={clientName} currency={currency} onClose={close} />
      )}
      {dialog === 'adjust' && (
        <AdjustCreditDialog clientId={clientId} clientName={clientName} currency={currency} onClose={close} />
      )}
    </Section>
  )
}

interface MovementsProps {
  movements: CreditMovementDto[]
  /** Loads the rest, below everything loaded so far. */
  more: ReactNode
}

function Movements({ movements, more }: MovementsProps) {
  const [all, setAll] = useState(false)
  if (movements.length === 0) return null
  const shown = all ? movements : movements.slice(0, SHOWN)
  return (
    <>
      <Rows label="Credit history">
        {shown.map((movement) => (
          <Row key={movement.id}>
            <Group justify="space-between" gap="sm" wrap="nowrap">
              <Text size="sm">
                {wordsOf(movement)}
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
      {movements.length > SHOWN && !all ? (
        <Button size="xs" variant="subtle" onClick={() => setAll(true)}>
          Show all
        </Button>
      ) : (
        more
      )}
    </>
  )
}
