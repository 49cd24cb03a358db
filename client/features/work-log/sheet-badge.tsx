import { StatusBadge, type Tone } from '#client/components/status-badge.tsx'
import { TIMESHEET_STATUS_LABELS, type TimesheetStatus } from '#shared/timesheets.ts'

const TONES: Record<TimesheetStatus, Tone> = {
  submitted: 'attention',
  approved: 'good',
  rejected: 'bad',
}

/** How a submitted week stands. */
export const SheetBadge = ({ status }: { status: TimesheetStatus }) => (
  <StatusBadge status={status} label={TIMESHEET_STATUS_LABELS[status]} tone={TONES[status]} />
)
