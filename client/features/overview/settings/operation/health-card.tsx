import { Text } from '@mantine/core'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import type { HealthDto } from '#shared/overview/platform.ts'
import classes from '../section/settings.module.css'

const PARTS: Record<HealthDto['part'], string> = {
  database: 'Database',
  storage: 'Storage',
  mail: 'Emails',
  webhooks: 'Webhook deliveries',
  jobs: 'Jobs',
  backups: 'Backups',
  books: 'Books',
  files: 'Stored files',
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
