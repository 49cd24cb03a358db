import type { Tone } from '#client/components/status-badge.tsx'
import type { TimesheetStatus } from '#shared/timesheets.ts'

export const SHEET_TONES: Record<TimesheetStatus, Tone> = {
  submitted: 'attention',
  approved: 'good',
  rejected: 'bad',
}
