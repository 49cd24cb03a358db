import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import type { OperationDto } from '#shared/overview/platform.ts'
import classes from '../section/settings.module.css'

const NAMES = { mail: 'Emails', webhooks: 'Webhook deliveries' } as const

export function QueuesCard({ queues }: { queues: OperationDto['queues'] }) {
  return (
    <SettingsCard title="Queues" description="Pending and failed deliveries.">
      <ul className={classes.rows} aria-label="Queues">
        {queues.map(({ queue, queued, oldest_at, failed }) => (
          <li key={queue} className={classes.row}>
            <div className={classes.what}>
              <Text size="sm" fw={500}>
                {NAMES[queue]}
              </Text>
              <Text size="xs" c="dimmed" component="div">
                {queued} queued · {failed} failed
                {oldest_at !== null && (
                  <>
                    {' · oldest '}
                    <RelativeTime instant={oldest_at} />
                  </>
                )}
              </Text>
            </div>
            {queue === 'mail' && (
              <Button
                size="xs"
                variant="default"
                renderRoot={(props) => (
                  <Link {...props} to="/settings" search={{ section: 'platform', mails: true }} />
                )}
              >
                Delivery log
              </Button>
            )}
          </li>
        ))}
      </ul>
    </SettingsCard>
  )
}
