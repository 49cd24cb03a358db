import { Select } from '@mantine/core'
import { DateField } from '#client/components/fields/date-field.tsx'
import { ProjectField } from '#client/components/fields/records/project-field.tsx'
import { Fact, Facts } from '#client/components/records/detail-parts.tsx'
import { formatDate } from '#client/lib/time/dates.ts'
import { shorterMonthsNote } from '#client/lib/time/shorter-months.ts'
import { formatHours } from '#shared/base/format.ts'
import { STARTS_TOO_LATE, startsInTime } from '#shared/work/task-dates.ts'
import { type TaskDetailDto, type TaskPriority, type TaskStatus, taskProgress } from '#shared/work/tasks.ts'
import { useChangeStatus } from '../actions/use-change-status.ts'
import { ContributorField } from '../form/contributor-field.tsx'
import { HoursField } from '../form/hours-field.tsx'
import { assigneeOf } from '../form/task-form-dialog.tsx'
import {
  PRIORITY_OPTIONS,
  RECURRENCE_LABELS,
  RECURRENCE_OPTIONS,
  STATUS_OPTIONS,
} from '../task/task-form-values.ts'
import { PriorityIcon, StatusIcon } from '../task/task-icons.tsx'
import { PriorityMark, StatusMark } from '../task/task-marks.tsx'
import classes from './task-document.module.css'
import type { TaskDraft } from './use-task-draft.ts'

const PROPERTY = { variant: 'unstyled', size: 'sm', className: classes.property } as const

/** The task's properties, each saved when it is changed. */
export function TaskProperties({ task, draft }: { task: TaskDetailDto; draft: TaskDraft }) {
  const { changeStatus, confirmation } = useChangeStatus()
  const { priority, project_id } = draft.values
  return (
    <div className={classes.properties}>
      <Select
        {...PROPERTY}
        label="Status"
        data={STATUS_OPTIONS}
        leftSection={<StatusIcon status={task.status} />}
        value={task.status}
        onChange={(status) => void changeStatus(task, status as TaskStatus)}
      />
      <Select
        {...PROPERTY}
        label="Priority"
        data={PRIORITY_OPTIONS}
        leftSection={<PriorityIcon priority={priority} />}
        value={priority}
        onChange={(value) => draft.change({ priority: value as TaskPriority })}
      />
      <ContributorField
        {...PROPERTY}
        label="Assignee"
        projectId={project_id}
        chosen={assigneeOf(task)}
        {...draft.chosen('assigned_to_id')}
      />
      <ProjectField
        {...PROPERTY}
        label="Project"
        clearable={false}
        chosen={{ id: task.project_id, name: task.project.name }}
        value={project_id}
        onChange={(id) => id !== null && draft.change({ project_id: id })}
      />
      <DateField
        {...PROPERTY}
        label="Start date"
        placeholder="No date"
        error={startsInTime(draft.values) ? undefined : STARTS_TOO_LATE}
        {...draft.chosen('start_date')}
      />
      <DateField {...PROPERTY} label="Due date" placeholder="No date" {...draft.chosen('due_date')} />
      <HoursField
        {...PROPERTY}
        value={draft.values.estimated_hours}
        onChange={(estimated_hours, isAccepted) => isAccepted && draft.change({ estimated_hours }, 'soon')}
        onBlur={() => void draft.flush()}
      />
      <Select
        {...PROPERTY}
        label="Repeats"
        placeholder="Does not repeat"
        clearable
        clearButtonProps={{ 'aria-label': 'Clear repeat' }}
        data={RECURRENCE_OPTIONS}
        description={shorterMonthsNote({
          date: draft.values.due_date,
          frequency: draft.values.recurrence,
        })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={draft.values.recurrence}
        onChange={(recurrence) => draft.change({ recurrence: recurrence as typeof draft.values.recurrence })}
      />
      {confirmation}
    </div>
  )
}

/** The read-only version. */
export const TaskFacts = ({ task }: { task: TaskDetailDto }) => (
  <Facts>
    <Fact label="Status">
      <StatusMark task={task} />
    </Fact>
    <Fact label="Priority">
      <PriorityMark task={task} />
    </Fact>
    <Fact label="Progress">{taskProgress(task)}%</Fact>
    <Fact label="Assignee">{task.assignee?.name ?? 'Unassigned'}</Fact>
    {task.start_date !== null && <Fact label="Start date">{formatDate(task.start_date)}</Fact>}
    <Fact label="Due date">{task.due_date === null ? 'None' : formatDate(task.due_date)}</Fact>
    {task.estimated_hours !== null && (
      <Fact label="Estimated">{formatHours(task.estimated_hours * 3600)}</Fact>
    )}
    {task.recurrence !== null && <Fact label="Repeats">{RECURRENCE_LABELS[task.recurrence]}</Fact>}
  </Facts>
)
