import { Button, Group, Text } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { Section } from '#client/components/records/detail-parts.tsx'
import { formatClock, type useTimer, workName } from '../../../../lib/timer/timer.ts'
import classes from '../dashboard.module.css'
import { AllLink } from '../panel.tsx'

/** The user's timer with pause and stop buttons, which are disabled while it isn't running. */
export function TimerPanel({ clock }: { clock: ReturnType<typeof useTimer> }) {
  const { timer, seconds, busy, pause, resume, stop } = clock
  const paused = timer?.state === 'paused'
  const idle = busy || timer == null
  const about = timer == null ? '' : workName(timer)
  return (
    <Section title="Active timer" action={<AllLink to="/work-log">Work log</AllLink>}>
      <div className={classes.panel}>
        <div className={classes.row}>
          <div className={classes.what}>
            <div className={classes.clock} data-running={timer?.state === 'running' || undefined}>
              {timer == null ? 'Not Running' : formatClock(seconds)}
            </div>
            {timer != null && (
              <Text size="sm" c="dimmed" truncate>
                {paused ? `Paused · ${about}` : about}
              </Text>
            )}
          </div>
          <Group gap="xs" wrap="nowrap">
            <Button
              variant="default"
              size="xs"
              disabled={idle}
              leftSection={
                paused ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />
              }
              onClick={paused ? resume : pause}
            >
              {paused ? 'Continue' : 'Pause'}
            </Button>
            <Button
              size="xs"
              disabled={idle}
              leftSection={<IconPlayerStop size={14} aria-hidden />}
              onClick={stop}
            >
              Stop
            </Button>
          </Group>
        </div>
      </div>
    </Section>
  )
}
