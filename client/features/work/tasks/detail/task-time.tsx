import { Button, Group, Text } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Section } from '#client/components/records/detail-parts.tsx'
import { useCan } from '#client/lib/session/session.ts'
import { formatHours } from '#shared/base/format.ts'
import type { TaskDetailDto } from '#shared/work/tasks.ts'
import { formatClock, useTimer, useTracksTime } from '../../../../lib/timer/timer.ts'
import classes from './task-document.module.css'

/** The time logged on the task, and the timer while it runs on it. */
export function TaskTime({ task }: { task: TaskDetailDto }) {
  const clock = useTimer()
  const tracksTime = useTracksTime()
  const everyones = useCan('timesheet.review')
  const isOnThisTask = clock.timer?.entry.task?.id === task.id
  const running = isOnThisTask && clock.timer?.state === 'running'
  const estimate = task.estimated_hours === null ? '' : ` of ${formatHours(task.estimated_hours * 3600)}`
  return (
    <Section
      title={everyones ? 'Time logged' : 'Your time'}
      action={
        <Link to="/work-log" search={{ project: task.project_id }} className={classes.all}>
          Work log
        </Link>
      }
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {formatHours(task.logged_seconds)}
          {estimate}
        </Text>
        {tracksTime && (
          <Button
            size="xs"
            variant={running ? 'filled' : 'default'}
            disabled={clock.busy}
            leftSection={
              running ? <IconPlayerStop size={14} aria-hidden /> : <IconPlayerPlay size={14} aria-hidden />
            }
            onClick={
              running ? clock.stop : isOnThisTask ? clock.resume : () => clock.start({ task_id: task.id })
            }
          >
            {running ? `Stop ${formatClock(clock.seconds)}` : isOnThisTask ? 'Continue' : 'Start timer'}
          </Button>
        )}
      </Group>
    </Section>
  )
}
