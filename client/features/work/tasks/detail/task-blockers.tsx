import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RecordPicker, useTypedSearch } from '#client/components/fields/records/record-picker.tsx'
import { useRowRemoval } from '#client/components/fields/use-list-entry.ts'
import { Section } from '#client/components/records/detail-parts.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast } from '#client/lib/toasts/toast.ts'
import { CHOICES } from '#shared/base/paging.ts'
import type { TaskDetailDto, TaskLinkDto } from '#shared/work/tasks.ts'
import { StatusMark } from '../task/task-marks.tsx'
import classes from './task-document.module.css'

/** The tasks that block this one and those it blocks. Changes are saved immediately. */
export function TaskBlockers({ task }: { task: TaskDetailDto }) {
  const save = trpc.tasks.setBlockers.useMutation({ onError: errorToast('Failed to save task') })
  const ids = task.blocked_by.map((blocker) => blocker.id)
  const rows = useRowRemoval<HTMLDivElement>()
  const setBlockers = (blocked_by: string[]) => save.mutate({ id: task.id, blocked_by })
  return (
    <>
      <Section title="Blocked by">
        <div {...rows}>
          <TaskLinks
            tasks={task.blocked_by}
            actionOf={(blocker) => (
              <ActionIcon
                size={28}
                aria-label={`Remove blocker ${blocker.title}`}
                data-remove
                disabled={save.isPending}
                onClick={() => setBlockers(ids.filter((id) => id !== blocker.id))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            )}
          />
          <BlockerPicker
            task={task}
            taken={[task.id, ...ids]}
            disabled={save.isPending}
            onPick={(id) => setBlockers([...ids, id])}
          />
        </div>
      </Section>
      {task.blocks.length > 0 && (
        <Section title="Blocks">
          <TaskLinks tasks={task.blocks} />
        </Section>
      )}
    </>
  )
}

interface BlockerPickerProps {
  task: TaskDetailDto
  taken: string[]
  disabled: boolean
  onPick: (id: string) => void
}

/** A searchable task select; tasks of the same project come first. */
function BlockerPicker({ task, taken, disabled, onPick }: BlockerPickerProps) {
  const { search, typed, onTyped } = useTypedSearch()
  const { data } = trpc.tasks.list.useQuery(
    { search, limit: CHOICES, open: true, project_id: search === '' ? task.project_id : null },
    { placeholderData: (old) => old },
  )
  const options = (data?.items ?? []).filter(
    ({ id, agency_id }) => !taken.includes(id) && agency_id === task.agency_id,
  )
  return (
    <RecordPicker
      aria-label="Add a blocking task"
      data-add
      placeholder="Add a blocking task"
      kind="task"
      disabled={disabled}
      found={options.map(({ id, title, project }) => ({ id, name: `${title} · ${project.name}` }))}
      // The selected task joins the list above and the field is cleared.
      searchValue={typed}
      onTyped={onTyped}
      onChange={(id) => {
        onTyped('')
        if (id !== null) onPick(id)
      }}
    />
  )
}

interface TaskLinksProps {
  tasks: TaskLinkDto[]
  actionOf?: (task: TaskLinkDto) => ReactNode
}

export const TaskLinks = ({ tasks, actionOf }: TaskLinksProps) =>
  tasks.map((task) => (
    <div key={task.id} className={classes.blocker}>
      <div className={classes.grow}>
        <Link to="." search={(previous: object) => ({ ...previous, peek: undefined, task: task.id })}>
          {task.title}
        </Link>
      </div>
      <StatusMark task={task} />
      {actionOf?.(task)}
    </div>
  ))
