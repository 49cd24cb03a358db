import { Stack, Text } from '@mantine/core'
import { Fact, Facts, Prose, Section } from '#client/components/detail-parts.tsx'
import { formatDate } from '#client/lib/dates.ts'
import { type TaskDetailDto, taskProgress } from '#shared/tasks.ts'
import { SubtaskLines } from '../task/subtask-lines.tsx'
import { RECURRENCE_LABELS } from '../task/task-form-values.ts'
import { TaskLinks } from './task-blockers.tsx'

/** The read-only view of a task. */
export function TaskDetails({ task }: { task: TaskDetailDto }) {
  return (
    <Stack gap="lg">
      {task.description !== null && <Prose>{task.description}</Prose>}
      <Facts>
        <Fact label="Progress">{taskProgress(task)}%</Fact>
        <Fact label="Assignee">{task.assignee?.name ?? 'Unassigned'}</Fact>
        <Fact label="Due date">{task.due_date === null ? 'None' : formatDate(task.due_date)}</Fact>
        {task.estimated_hours !== null && <Fact label="Estimated">{task.estimated_hours} hours</Fact>}
        {task.recurrence !== null && <Fact label="Repeats">{RECURRENCE_LABELS[task.recurrence]}</Fact>}
      </Facts>
      {task.subtasks.length > 0 && (
        <Section title="Subtasks">
          <SubtaskLines subtasks={task.subtasks} />
        </Section>
      )}
      {task.blocked_by.length > 0 && (
        <Section title="Blocked by">
          <TaskLinks tasks={task.blocked_by} />
        </Section>
      )}
      {task.subtasks.length === 0 && task.description === null && (
        <Text size="sm" c="dimmed">
          This task has no further details.
        </Text>
      )}
    </Stack>
  )
}
