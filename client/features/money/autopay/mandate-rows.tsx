import { Alert, Menu, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { Row, Rows } from '#client/components/records/detail-parts.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useZone } from '#client/lib/session/session.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { type AutopayMandateDto, mandateWords } from '#shared/money/autopay/autopay.ts'
import classes from './autopay.module.css'

interface MandateRowsProps {
  label: string
  mandates: AutopayMandateDto[]
  /** For users who may turn it off. */
  ends?: boolean
  onChange?: (mandate: AutopayMandateDto) => void
}

/** The client's authorizations, each with its full text. */
export const MandateRows = ({ label, mandates, ...props }: MandateRowsProps) => (
  <Rows label={label}>
    {mandates.map((mandate) => (
      <MandateRow key={mandate.id} mandate={mandate} {...props} />
    ))}
  </Rows>
)

function MandateRow({
  mandate,
  ends = false,
  onChange,
}: Omit<MandateRowsProps, 'label' | 'mandates'> & { mandate: AutopayMandateDto }) {
  const zone = useZone()
  const [confirming, setConfirming] = useState(false)
  const [reading, setReading] = useState(false)
  const end = trpc.autopay.end.useMutation({ onError: errorToast('Failed to turn off autopay') })
  const { plan, paused, given_by, given_at, ended_at, ended_by } = mandate
  const scope = plan === null ? 'All invoices' : plan.title
  const state = ended_at !== null ? 'Autopay off' : paused !== null ? 'Autopay paused' : 'Autopay on'
  return (
    <Row>
      <div className={classes.mandate}>
        <div>
          <Text size="sm" fw={500}>
            {state}, {mandateWords(mandate)}
          </Text>
          <Text size="xs" c="dimmed">
            {scope} · turned on by {given_by} on {formatInstantDate(given_at, zone)}
            {ended_at !== null && ` · turned off by ${ended_by} on ${formatInstantDate(ended_at, zone)}`}
          </Text>
        </div>
        <ActionMenu label={`Autopay for ${scope}`}>
          <Menu.Item onClick={() => setReading(!reading)}>{reading ? 'Hide terms' : 'Show terms'}</Menu.Item>
          {onChange !== undefined && <Menu.Item onClick={() => onChange(mandate)}>Change</Menu.Item>}
          {ends && <Menu.Item onClick={() => setConfirming(true)}>Turn off</Menu.Item>}
        </ActionMenu>
      </div>
      {(paused !== null || reading) && (
        <Stack gap="xs" mt="xs">
          {ended_at === null && paused !== null && (
            <Alert color="yellow" p="xs">
              <Text size="sm">{paused} Nothing is charged until autopay is turned on again.</Text>
            </Alert>
          )}
          {reading && (
            <Text size="sm" c="dimmed">
              “{mandate.wording}”
            </Text>
          )}
        </Stack>
      )}
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title="Turn off autopay"
        message="No further charges are made. Pay open invoices yourself."
        confirmLabel="Turn off autopay"
        destructive
        onConfirm={async () => {
          await end.mutateAsync({ id: mandate.id })
          toast({ title: 'Autopay is off', message: 'No further charges are made.' })
        }}
      />
    </Row>
  )
}
