import { Badge } from '@mantine/core'
import classes from './status-badge.module.css'

export type Tone = 'neutral' | 'info' | 'attention' | 'good' | 'bad'

const TONES: Record<string, Tone> = {
  planning: 'neutral',
  todo: 'neutral',
  draft: 'neutral',
  low: 'neutral',
  void: 'neutral',
  refunded: 'neutral',
  in_progress: 'info',
  sent: 'info',
  processing: 'info',
  medium: 'info',
  template: 'info',
  review: 'attention',
  pending: 'attention',
  trial: 'attention',
  submitted: 'attention',
  high: 'attention',
  completed: 'good',
  done: 'good',
  paid: 'good',
  active: 'good',
  succeeded: 'good',
  confirmed: 'good',
  approved: 'good',
  overdue: 'bad',
  failed: 'bad',
  rejected: 'bad',
  urgent: 'bad',
  suspended: 'bad',
}

/** A status with its color; `label` is the displayed text. */
export function StatusBadge({ status, label, tone }: { status: string; label: string; tone?: Tone }) {
  return (
    <Badge
      className={classes.badge}
      data-tone={tone ?? TONES[status.toLowerCase()] ?? 'neutral'}
      fw={500}
      size="md"
    >
      {label}
    </Badge>
  )
}
