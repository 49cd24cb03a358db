import { Text } from '@mantine/core'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import type { HealthDto } from '#shared/platform.ts'
import classes from '../section/settings.module.css'
import { SettingsCard } from '../section/settings-card.tsx'

const PARTS: Record<HealthDto['part'], string> = {
  database: 'Database',
  storage: 'Storage',
  mail: 'Emails',
  webhooks: 'Webhook deliveries',
  jobs: 'Jobs',
  backups: 'Backups',
  books: 'Books',
}
const STATES = { good: 'OK', attention: 'Attention', bad: 'Problem' } as const

interface HealthCardProps {
  health: HealthDto[]
  checkedAt: string
}

export function HealthCard({ health, checkedAt }: HealthCardProps) {
  return (
    <SettingsCard
      title="Health"
      description={
        <>
          Checked <RelativeTime instant={checkedAt} />.
        </>
      }
    >
      <ul className={classes.rows} aria-label="Health">
        {health.map(({ part, state, words }) => (
          <li key={part} className={classes.row}>
            <div className={classes.what}>
              <Text size="sm" fw={500}>
                {PARTS[part]}
              </Text>
              <Text size="xs" c={state === 'bad' ? 'var(--mantine-color-error)' : 'dimmed'}>
                {words}
              </Text>
            </div>
            <StatusBadge status={state} label={STATES[state]} tone={state} />
          </li>
        ))}
      </ul>
    </SettingsCard>
  )
}
