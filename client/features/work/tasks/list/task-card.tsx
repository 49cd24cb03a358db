import { Group, Progress, Text } from '@mantine/core'
import { CardFact, RecordCard } from '#client/components/records/record-card.tsx'
import { useCan } from '#client/lib/session/session.ts'
import { type TaskDto, type TaskStatus, taskProgress } from '#shared/work/tasks.ts'
import { TaskMenu } from '../actions/task-menu.tsx'
import { TimerButton } from '../actions/timer-button.tsx'
import { useToggleSubtask } from '../actions/use-toggle-subtask.ts'
import { DueDate } from '../task/due-date.tsx'
import { ProjectName } from '../task/project-name.tsx'
import { SubtaskLines } from '../task/subtask-lines.tsx'
import { PriorityMark, ShortId, StatusMark, TaskMarks } from '../task/task-marks.tsx'
import { opensTask } from '../task/task-search.ts'

const SHOWN_SUBTASKS = 3

interface TaskCardProps {
  task: TaskDto
  onStatus: (status: TaskStatus) => void
}

export function TaskCard({ task, onStatus }: TaskCardProps) {
  const progress = taskProgress(task)
  return (
    <RecordCard
      title={task.title}
      subtitle={<ProjectName task={task} />}
      opens={opensTask(task)}
      menu={
        <Group gap={2} wrap="nowrap">
          <TimerButton task={task} />
          <TaskMenu task={task} onStatus={onStatus} />
        </Group>
      }
    >
      <Group gap="xs">
        <StatusMark task={task} />
        <PriorityMark task={task} />
        <DueDate date={task.due_date} done={task.status === 'done'} />
        <TaskMarks task={task} />
      </Group>
      <Subtasks task={task} />
      <Group gap="xs" wrap="nowrap" mt="auto">
        <Progress value={progress} flex={1} aria-label={`Progress of ${task.title}`} />
        <Text size="sm" miw="4ch" ta="right">
          {progress}%
        </Text>
      </Group>
      <div>
        <CardFact label="Assignee">{task.assignee?.name ?? 'Unassigned'}</CardFact>
        <CardFact label="Task">
          <ShortId task={task} />
        </CardFact>
      </div>
    </RecordCard>
  )
}

function Subtasks({ task }: { task: TaskDto }) {
  const write = useCan('task.write')
  const toggle = useToggleSubtask()
  if (task.subtasks.length === 0) return null
  return (
    <SubtaskLines
      subtasks={task.subtasks.slice(0, SHOWN_SUBTASKS)}
      more={task.subtasks.length - SHOWN_SUBTASKS}
      onToggle={
        write ? (subtask, completed) => toggle({ id: task.id, subtask_id: subtask.id, completed }) : undefined
      }
    />
  )
}
