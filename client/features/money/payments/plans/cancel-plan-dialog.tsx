import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { useZone } from '#client/lib/session/session.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'

type When = 'now' | 'period_end'

interface CancelPlanDialogProps {
  opened: boolean
  onClose: () => void
  periodEnd: string | null
  onCancel: (when: When) => Promise<unknown>
}

export function CancelPlanDialog({ opened, onClose, periodEnd, onCancel }: CancelPlanDialogProps) {
  const zone = useZone()
  const [when, setWhen] = useState<When>('period_end')
  const end = periodEnd === null ? '' : ` (${formatInstantDate(periodEnd, zone)})`
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Cancel plan"
      message={
        <Radio.Group
          label="When should the plan end?"
          value={when}
          onChange={(value) => setWhen(value === 'now' ? 'now' : 'period_end')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="period_end" label={`At the end of the paid period${end}`} />
            <Radio value="now" label="Now, without a refund for the rest of the period" />
          </Stack>
        </Radio.Group>
      }
      confirmLabel="Cancel plan"
      destructive
      onConfirm={() => onCancel(when)}
    />
  )
}
