import { Text } from '@mantine/core'
import { RelativeTime } from '#client/components/relative-time.tsx'
import type { CallTimesDto } from '#shared/platform.ts'
import classes from '../section/settings.module.css'
import { SettingsCard } from '../section/settings-card.tsx'

interface CallsCardProps {
  calls: CallTimesDto[]
  since: string
}

/** The procedures to look at first where the portal feels slow. */
export function CallsCard({ calls, since }: CallsCardProps) {
  return (
    <SettingsCard
      title="Slow calls"
      description={
        <>
          95 of 100 calls were no slower than the time on the right, in this process, which started{' '}
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
                {count === 1 ? '1 call' : `${count.toLocaleString()} calls`} · slowest {formatTime(slowest)} ·{' '}
                {formatTime(total)} in total
                {failed > 0 && ` · ${failed.toLocaleString()} failed`}
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
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  return `${(milliseconds / 1000).toFixed(1)} s`
}
