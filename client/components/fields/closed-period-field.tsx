import { Alert, Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'
import { formatDate } from '#shared/base/format.ts'

interface ClosedPeriodFieldProps {
  /** The date of the record being entered, changed or deleted. */
  day: string | null
  /** What happens if its period is closed. */
  closed: string
  checked: boolean
  onChange: (checked: boolean) => void
  error?: ReactNode
}

/** Shows whether the date is in a closed period, and asks for confirmation if the period is being closed. */
export function ClosedPeriodField({ day, closed, checked, onChange, error }: ClosedPeriodFieldProps) {
  const { agency_id } = useUser()
  const { data: locks } = trpc.finance.periods.useQuery(undefined, { enabled: agency_id !== null })
  if (locks === undefined || day === null) return null
  const { hard_until, soft_until } = locks
  if (hard_until !== null && day <= hard_until) {
    return <Alert color="yellow">{`The books are closed up to ${formatDate(hard_until)}. ${closed}`}</Alert>
  }
  if (soft_until === null || day > soft_until) return null
  return (
    <Checkbox
      label={`Change figures up to ${formatDate(soft_until)}`}
      description="These periods are being closed; your bookkeeper may already have used their figures."
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
      error={error}
    />
  )
}
