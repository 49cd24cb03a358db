import { Alert, Button, Group, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { formatTime } from '#client/lib/dates.ts'
import { useZone } from '#client/lib/session.ts'
import type { TimeEntryDto } from '#shared/work-log.ts'
import { formatClock, type useTimer } from './use-timer.ts'
import classes from './work-log.module.css'

interface ActiveTimerProps {
  clock: ReturnType<typeof useTimer>
  onStart: () => void
  onEdit: (entry: TimeEntryDto) => void
}

export function ActiveTimer({ clock, onStart, onEdit }: ActiveTimerProps) {
  const { timer, seconds, longRunning, busy, pause, resume, stop } = clock
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
              {' · '}
              {[timer.entry.project?.name ?? 'No project', timer.entry.task?.title, timer.entry.note]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </>
        )}
      </div>
      <Group gap="xs">
        {timer == null ? (
          <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} disabled={busy} onClick={onStart}>
            Start Timer
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={() => onEdit(timer.entry)}>
              Edit
            </Button>
            <Button variant="default" disabled={busy} onClick={onStart}>
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
      {longRunning && (
        <Alert color="yellow" title="Still running after 8 hours" className={classes.notice}>
          If you forgot to stop the timer, stop it now, then edit the entry to correct the times.
        </Alert>
      )}
    </section>
  )
}
