import { Group, Progress, Text } from '@mantine/core'
import { CardFact, RecordCard } from '#client/components/record-card.tsx'
import { StatusBadge } from '#client/components/status-badge.tsx'
import { formatCardDate } from '#client/lib/dates.ts'
import { titled } from '#client/lib/words.ts'
import { TASK_STATUS_LABELS, type TaskDto, taskProgress } from '#shared/tasks.ts'
import classes from './task-card.module.css'

const SHOWN_SUBTASKS = 3
const ID_LENGTH = 8

export function TaskCard({ task }: { task: TaskDto }) {
  const progress = taskProgress(task)
  return (
    <RecordCard title={task.title} subtitle={task.project.name}>
      <Group gap="xs">
        <StatusBadge status={task.status} label={TASK_STATUS_LABELS[task.status]} />
        <StatusBadge status={task.priority} label={titled(task.priority)} />
        {task.due_date !== null && (
          <Text size="sm" c="dimmed">
            Due {formatCardDate(task.due_date)}
          </Text>
        )}
      </Group>
      <Subtasks subtasks={task.subtasks} />
      <Group gap="xs" wrap="nowrap">
        <Progress value={progress} flex={1} aria-label={`Progress of ${task.title}`} />
        <Text size="sm">{progress}%</Text>
      </Group>
      <div>
        <CardFact label="Assignee">{task.assignee?.name ?? 'Unassigned'}</CardFact>
        <CardFact label="Task">
          <code>{task.id.slice(0, ID_LENGTH)}</code>
        </CardFact>
      </div>
    </RecordCard>
  )
}

function Subtasks({ subtasks }: Pick<TaskDto, 'subtasks'>) {
  const more = subtasks.length - SHOWN_SUBTASKS
  if (subtasks.length === 0) return null
  return (
    <ul className={classes.subtasks}>
      {subtasks.slice(0, SHOWN_SUBTASKS).map((subtask) => (
        <li key={subtask.id} data-completed={subtask.completed || undefined}>
          {subtask.title}
        </li>
      ))}
      {more > 0 && <li className={classes.more}>+{more} more</li>}
    </ul>
  )
}
