import { Button, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser, useZone } from '#client/lib/session/session.ts'
import { formatCardDate, today } from '#client/lib/time/dates.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { TimerButton } from '../../../work/tasks/actions/timer-button.tsx'
import { useChangeStatus } from '../../../work/tasks/actions/use-change-status.ts'
import { AddTask } from '../../../work/tasks/add/add-task.tsx'
import { PriorityMark } from '../../../work/tasks/task/task-marks.tsx'
import classes from '../dashboard.module.css'

/** The user's open tasks that are due today or overdue, with a line to add one for today. */
export function TodayTasks({ tasks }: { tasks: TaskDto[] }) {
  const { changeStatus, confirmation } = useChangeStatus()
  const utils = trpc.useUtils()
  const { employee_id } = useUser()
  const due_date = today(useZone())
  return (
    <Stack gap="sm">
      <AddTask
        fields={{ assigned_to_id: employee_id, due_date }}
        onAdded={() => utils.dashboard.invalidate()}
      />
      {tasks.length === 0 ? (
        <EmptyState
          drawing="checklist"
          title="Nothing due today"
          message="Tasks due today or overdue appear here."
        />
      ) : (
        <ul className={classes.panel} aria-label="Today's tasks">
          {tasks.map((task) => (
            <TodayTask key={task.id} task={task} onComplete={() => changeStatus(task, 'done')} />
          ))}
        </ul>
      )}
      {confirmation}
    </Stack>
  )
}

function TodayTask({ task, onComplete }: { task: TaskDto; onComplete: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const day = today(useZone())
  const complete = async () => {
    setBusy(true)
    await onComplete()
    setBusy(false)
  }
  const overdue = task.due_date !== null && task.due_date < day
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Link to="/my-tasks" search={{ task: task.id }} className={classes.link}>
          {task.title}
        </Link>
        <Text size="sm" c={overdue ? 'var(--mantine-color-error)' : 'dimmed'} component="div">
          {task.project.name} ·{' '}
          {overdue ? `overdue since ${formatCardDate(task.due_date ?? '')}` : 'due today'}
        </Text>
      </div>
      <PriorityMark task={task} />
      <div className={classes.act}>
        <TimerButton task={task} />
      </div>
      <Button
        className={classes.act}
        variant="default"
        size="xs"
        disabled={busy}
        leftSection={<IconCheck size={14} aria-hidden />}
        onClick={() => void complete()}
      >
        Mark Complete
      </Button>
    </li>
  )
}
