import { Button, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '#client/components/empty-state.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { formatCardDate, today } from '#client/lib/dates.ts'
import { titled } from '#client/lib/labels.ts'
import { useZone } from '#client/lib/session.ts'
import type { TaskDto } from '#shared/tasks.ts'
import { useChangeStatus } from '../tasks/task/use-change-status.ts'
import classes from './dashboard.module.css'

/** The user's open tasks that are due today or overdue. */
export function TodayTasks({ tasks }: { tasks: TaskDto[] }) {
  const { changeStatus, confirmation } = useChangeStatus()
  if (tasks.length === 0) {
    return (
      <EmptyState
        drawing="checklist"
        title="Nothing due today"
        message="Tasks due today or overdue appear here."
      />
    )
  }
  return (
    <>
      <ul className={classes.panel} aria-label="Today's tasks">
        {tasks.map((task) => (
          <TodayTask key={task.id} task={task} onComplete={() => changeStatus(task, 'done')} />
        ))}
      </ul>
      {confirmation}
    </>
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
      <StatusBadge status={task.priority} label={titled(task.priority)} />
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
