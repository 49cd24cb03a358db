import { Button, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { ProjectField } from '#client/components/fields/records/project-field.tsx'
import { useTypedSearch } from '#client/components/fields/records/record-picker.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCan } from '#client/lib/session/session.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatCount } from '#shared/base/format.ts'
import { TASK_STATUS_LABELS, type TaskPriority, type TaskStatus } from '#shared/work/tasks.ts'
import { useBlockedConfirmation } from '../actions/use-blocked-confirmation.tsx'
import { quietWhenBlocked } from '../actions/use-change-status.ts'
import { DateChoice } from '../task/date-choice.tsx'
import { PRIORITY_LABELS, PRIORITY_OPTIONS, STATUS_OPTIONS } from '../task/task-form-values.ts'
import classes from './bulk-bar.module.css'

const NOBODY = 'nobody'

type Edit =
  | { action: 'priority'; priority: TaskPriority }
  | { action: 'start'; start_date: string | null }
  | { action: 'due'; due_date: string | null }
  | { action: 'project'; project_id: string }

interface BulkBarProps {
  ids: string[]
  onDone: () => void
}

const counted = (count: number) => formatCount(count, 'task')

/** Changes all selected tasks or none; they stay selected for further changes. */
export function BulkBar({ ids, onDone }: BulkBarProps) {
  const { search, typed, onTyped } = useTypedSearch()
  const people = trpc.people.contributors.useQuery({ search }, { placeholderData: (old) => old })
  const blocked = useBlockedConfirmation()
  const change = trpc.tasks.bulk.useMutation({
    onError: (error) => errorToast('Failed to save tasks')(quietWhenBlocked(error)),
  })
  const undo = trpc.tasks.undoBulk.useMutation({
    onSuccess: ({ changed, rates_restored }) =>
      toast({
        title: 'Change undone',
        message: rates_restored
          ? counted(changed)
          : `${counted(changed)}. Their open hours now have the project’s current rate.`,
      }),
    onError: errorToast('Failed to undo the change'),
  })
  if (ids.length === 0) return null

  const say = (title: string, message: string, undoId: string) =>
    toast({ title, message, action: { label: 'Undo', onClick: () => undo.mutate({ undo: undoId }) } })

  async function setStatus(status: TaskStatus) {
    try {
      const { changed, undo: undoId } = await blocked.attempt((confirm) =>
        change.mutateAsync({ ids, action: 'status', status, confirm }),
      )
      const message = `${counted(changed)} moved to ${TASK_STATUS_LABELS[status].toLowerCase()}`
      say('Status Updated', message, undoId)
    } catch {
      // The mutation reported the error, or the user canceled.
    }
  }

  function assign(value: string) {
    const assigned_to_id = value === NOBODY ? null : value
    const name = people.data?.find((person) => person.employee_id === assigned_to_id)?.name ?? 'nobody'
    change.mutate(
      { ids, action: 'assign', assigned_to_id },
      {
        onSuccess: ({ changed, undo: undoId }) =>
          say('Tasks assigned', `${counted(changed)} assigned to ${name}`, undoId),
      },
    )
  }

  const edit = (edited: Edit, words: string) =>
    change.mutate(
      { ids, ...edited },
      {
        onSuccess: ({ changed, undo: undoId }) =>
          say('Tasks updated', `${counted(changed)} ${words}`, undoId),
      },
    )

  const options = (people.data ?? []).map(({ employee_id, name }) => ({ value: employee_id, label: name }))
  return (
    <div className={classes.bulk} role="toolbar" aria-label="Selected tasks">
      <Text size="sm" aria-live="polite" className={classes.count}>
        {ids.length} selected
      </Text>
      <Choice
        label="Set status"
        options={STATUS_OPTIONS}
        disabled={change.isPending}
        onChoose={(status: TaskStatus) => void setStatus(status)}
      />
      <Choice
        label="Assign to"
        searchable
        searchValue={typed}
        onSearchChange={onTyped}
        options={[{ value: NOBODY, label: 'Unassigned' }, ...options]}
        disabled={change.isPending}
        onChoose={assign}
      />
      <Choice
        label="Set priority"
        options={PRIORITY_OPTIONS}
        disabled={change.isPending}
        onChoose={(priority: TaskPriority) =>
          edit({ action: 'priority', priority }, `set to ${PRIORITY_LABELS[priority].toLowerCase()} priority`)
        }
      />
      <DateChoice
        label="Set start date"
        none="No start date"
        disabled={change.isPending}
        onChoose={(start_date) =>
          edit(
            { action: 'start', start_date },
            start_date === null ? 'without a start date' : `starting ${formatDate(start_date)}`,
          )
        }
      />
      <DateChoice
        label="Set due date"
        none="No due date"
        disabled={change.isPending}
        onChoose={(due_date) =>
          edit(
            { action: 'due', due_date },
            due_date === null ? 'without a due date' : `due ${formatDate(due_date)}`,
          )
        }
      />
      <ProjectField
        className={classes.choice}
        size="sm"
        aria-label="Move to project"
        placeholder="Move to project"
        clearable={false}
        disabled={change.isPending}
        value={null}
        onChange={(project_id) => project_id !== null && edit({ action: 'project', project_id }, 'moved')}
      />
      <BulkDelete ids={ids} onDone={onDone} />
      <Button size="xs" variant="subtle" color="gray" onClick={onDone}>
        Clear selection
      </Button>
      {blocked.dialog}
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  options: { value: string; label: string }[]
  disabled: boolean
  searchable?: boolean
  searchValue?: string
  onSearchChange?: (text: string) => void
  onChoose: (value: Value) => void
}

/** Applies each choice immediately and resets to the placeholder. */
function Choice<Value extends string>({ label, options, onChoose, ...props }: ChoiceProps<Value>) {
  return (
    <Select
      className={classes.choice}
      size="sm"
      aria-label={label}
      placeholder={label}
      data={options}
      value={null}
      onChange={(value) => value !== null && onChoose(value as Value)}
      {...props}
    />
  )
}

function BulkDelete({ ids, onDone }: BulkBarProps) {
  const [confirming, setConfirming] = useState(false)
  const remove = trpc.tasks.bulkDelete.useMutation({
    onError: errorToast('Failed to delete task'),
    onSuccess: ({ changed }) => {
      toast({ title: changed === 1 ? 'Task deleted successfully' : `${changed} tasks deleted successfully` })
      onDone()
    },
  })
  if (!useCan('task.delete')) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setConfirming(true)}>
        Delete
      </Button>
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title="Delete tasks"
        message={`${counted(ids.length)} will be deleted with their subtasks and comments.`}
        confirmLabel={`Delete ${counted(ids.length)}`}
        destructive
        onConfirm={() => remove.mutateAsync({ ids })}
      />
    </>
  )
}
