import { ActionIcon, Tooltip } from '@mantine/core'
import { IconClockPlay, IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatClock, useTimer, useTracksTime, workName } from '../../../../lib/timer/timer.ts'
import classes from './timer-widget.module.css'

/** The timer in the top bar: time and buttons while running, otherwise a start button. */
export function TimerWidget({ strip = false }: { strip?: boolean }) {
  const { timer, seconds, longRunning, busy, start, pause, resume, stop } = useTimer()
  const tracksTime = useTracksTime()
  if (timer === undefined || (timer === null && (strip || !tracksTime))) return null
  if (timer === null) {
    return (
      <Tooltip label="Start timer">
        <ActionIcon aria-label="Start timer" disabled={busy} onClick={() => start()}>
          <IconClockPlay size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    )
  }
  const paused = timer.state === 'paused'
  return (
    <section
      className={classes.widget}
      data-strip={strip || undefined}
      data-state={timer.state}
      data-long={longRunning || undefined}
      aria-label="Timer"
    >
      <Link to="/work-log" className={classes.link}>
        <span className={classes.clock}>{formatClock(seconds)}</span>
        <span className={classes.about}>{longRunning ? 'Still running?' : workName(timer)}</span>
      </Link>
      {paused ? (
        <ActionIcon size={28} aria-label="Continue timer" disabled={busy} onClick={resume}>
          <IconPlayerPlay size={16} aria-hidden />
        </ActionIcon>
      ) : (
        <ActionIcon size={28} aria-label="Pause timer" disabled={busy} onClick={pause}>
          <IconPlayerPause size={16} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon size={28} aria-label="Stop timer" disabled={busy} onClick={stop}>
        <IconPlayerStop size={16} aria-hidden />
      </ActionIcon>
    </section>
  )
}
