import { Alert, Button, Group, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useZone } from '#client/lib/session/session.ts'
import { formatTime } from '#client/lib/time/dates.ts'
import { formatClock, type useTimer } from '../../../../lib/timer/timer.ts'
import classes from '../work-log.module.css'
import { TimerDetails } from './timer-details.tsx'

/** The timer starts immediately; its details can be entered while it runs. */
export function ActiveTimer({ clock }: { clock: ReturnType<typeof useTimer> }) {
  const { timer, seconds, longRunning, busy, start, pause, resume, stop } = clock
  const zone = useZone()
  return (
    <section className={classes.timer} aria-label="Active Timer" data-state={timer?.state}>
      <div className={classes.timerText}>
        <Text size="sm" c="dimmed">
          Active Timer
        </Text>
        {timer == null ? (
          <span className={classes.clock}>Not Running</span>
        ) : (
          <>
            <span className={classes.clock}>{formatClock(seconds)}</span>
            <Text size="sm" c="dimmed" truncate>
              {timer.state === 'paused' ? 'Paused' : `Since ${formatTime(timer.entry.started_at, zone)}`}
            </Text>
          </>
        )}
      </div>
      <Group gap="xs">
        {timer == null ? (
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            disabled={busy}
            onClick={() => start()}
          >
            Start Timer
          </Button>
        ) : (
          <>
            <Button variant="default" disabled={busy} onClick={() => start()}>
              Switch
            </Button>
            {timer.state === 'paused' ? (
              <Button
                variant="default"
                leftSection={<IconPlayerPlay size={16} aria-hidden />}
                disabled={busy}
                onClick={resume}
              >
                Continue
              </Button>
            ) : (
              <Button
                variant="default"
                leftSection={<IconPlayerPause size={16} aria-hidden />}
                disabled={busy}
                onClick={pause}
              >
                Pause
              </Button>
            )}
            <Button leftSection={<IconPlayerStop size={16} aria-hidden />} disabled={busy} onClick={stop}>
              Stop
            </Button>
          </>
        )}
      </Group>
      {timer != null && <TimerDetails key={timer.entry.id} entry={timer.entry} />}
      {longRunning && (
        <Alert color="yellow" title="Still running after 8 hours" className={classes.notice}>
          If you forgot to stop the timer, stop it now, then edit the entry to correct the times.
        </Alert>
      )}
    </section>
  )
}
