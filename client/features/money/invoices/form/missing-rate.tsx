import { Alert, Group, Switch } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { formatCount } from '#shared/base/format.ts'

interface MissingRateProps {
  /** Number of time entries without a rate. */
  lines: number
  currency: string
  /** Null until one is entered; 0 bills them free of charge. */
  rate: number | null
  error: ReactNode
  onChange: (rate: number | null) => void
}

/** Asks for the rate of time recorded without one. */
export function MissingRate({ lines, currency, rate, error, onChange }: MissingRateProps) {
  const free = rate === 0
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={formatCount(lines, 'line has no hourly rate', 'lines have no hourly rate')}
    >
      <Group align="flex-end" gap="md">
        <MoneyField
          label="Hourly rate for these lines"
          currency={currency}
          maw={220}
          disabled={free}
          value={rate}
          error={error}
          onChange={(entered) => onChange(entered === 0 ? null : entered)}
        />
        <Switch
          label="Free of charge"
          mb={8}
          checked={free}
          onChange={(event) => onChange(event.currentTarget.checked ? 0 : null)}
        />
      </Group>
    </Alert>
  )
}
