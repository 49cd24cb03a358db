import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { trpc } from '#client/lib/queries/trpc.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { useTimerActions, useTracksTime } from '../../../../lib/timer/timer.ts'
import classes from '../task/task-marks.module.css'

interface TimerButtonProps {
  task: Pick<TaskDto, 'id' | 'title'>
  size?: number
}

/** Starts the timer on the task and its project, or stops it. Hidden from users who don't track time. */
export function TimerButton({ task, size = 28 }: TimerButtonProps) {
  const tracksTime = useTracksTime()
  const { data: state } = trpc.workLog.timer.useQuery(undefined, {
    enabled: tracksTime,
    select: (timer) => (timer?.entry.task?.id === task.id ? timer.state : null),
  })
  const { busy, start, resume, stop } = useTimerActions()
  if (!tracksTime) return null
  const running = state === 'running'
  const verb = running ? 'Stop' : state === 'paused' ? 'Continue' : 'Start'
  const run = { Start: () => start({ task_id: task.id }), Continue: resume, Stop: stop }[verb]
  const Icon = running ? IconPlayerStop : IconPlayerPlay
  return (
    <Tooltip label={`${verb} timer`}>
      <ActionIcon
        className={classes.timer}
        size={size}
        aria-label={`${verb} timer for ${task.title}`}
        data-state={state ?? undefined}
        disabled={busy}
        onClick={run}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
