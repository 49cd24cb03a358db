import { Button, Group, Text } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Section } from '#client/components/detail-parts.tsx'
import { useCan } from '#client/lib/session.ts'
import type { TaskDetailDto } from '#shared/tasks.ts'
import { formatDuration } from '#shared/work-log.ts'
import { formatClock, useTimer, useTracksTime } from '../../work-log/use-timer.ts'
import classes from './task-document.module.css'

/** The time logged on the task, and the timer while it runs there. */
export function TaskTime({ task }: { task: TaskDetailDto }) {
  const clock = useTimer()
  const tracksTime = useTracksTime()
  const everyones = useCan('timesheet.review')
  const here = clock.timer?.entry.task?.id === task.id
  const running = here && clock.timer?.state === 'running'
  const estimate = task.estimated_hours === null ? '' : ` of ${formatDuration(task.estimated_hours * 3600)}`
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
          {formatDuration(task.logged_seconds)}
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
            onClick={running ? clock.stop : here ? clock.resume : () => clock.start({ task_id: task.id })}
          >
            {running ? `Stop ${formatClock(clock.seconds)}` : here ? 'Continue' : 'Start timer'}
          </Button>
        )}
      </Group>
    </Section>
  )
}
