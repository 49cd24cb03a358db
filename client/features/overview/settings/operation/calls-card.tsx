import { Text } from '@mantine/core'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { formatCount, formatFixed, formatNumber } from '#shared/base/format.ts'
import type { CallTimesDto } from '#shared/overview/platform.ts'
import classes from '../section/settings.module.css'

interface CallsCardProps {
  calls: CallTimesDto[]
  since: string
}

/** The slowest procedures, to find out why the portal is slow. */
export function CallsCard({ calls, since }: CallsCardProps) {
  return (
    <SettingsCard
      title="Slow calls"
      description={
        <>
          95% of calls took no longer than the time on the right. Measured since this process started{' '}
          <RelativeTime instant={since} />.
        </>
      }
    >
      {calls.length === 0 && (
        <Text size="sm" c="dimmed">
          No calls yet.
        </Text>
      )}
      <ul className={classes.rows} aria-label="Slow calls">
        {calls.map(({ procedure, calls: count, failed, p95, slowest, total }) => (
          <li key={procedure} className={classes.row}>
            <div className={classes.what}>
              <Text size="sm" fw={500} component="code" className={classes.code}>
                {procedure}
              </Text>
              <Text size="xs" c="dimmed">
                {formatCount(count, 'call')} · slowest {formatTime(slowest)} · {formatTime(total)} in total
                {failed > 0 && ` · ${formatNumber(failed)} failed`}
              </Text>
            </div>
            <Text size="sm" className={classes.amount}>
              {formatTime(p95)}
            </Text>
          </li>
        ))}
      </ul>
    </SettingsCard>
  )
}

/** "0.4 ms", "120 ms", "2.5 s". */
function formatTime(milliseconds: number): string {
  if (milliseconds < 10) return `${formatFixed(milliseconds, 1)} ms`
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  return `${formatFixed(milliseconds / 1000, 1)} s`
}
