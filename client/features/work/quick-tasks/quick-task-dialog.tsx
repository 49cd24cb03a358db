import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { z } from 'zod'
import { DateField } from '#client/components/fields/date-field.tsx'
import { RecordPicker, useTypedSearch } from '#client/components/fields/records/record-picker.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { EditDialog } from '#client/components/forms/edit-dialog.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { titled } from '#client/lib/labels.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSeen } from '#client/lib/queries/use-seen.ts'
import { useUser } from '#client/lib/session/session.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { links } from '#shared/base/links.ts'
import type { QuickTaskDto } from '#shared/work/quick-tasks.ts'
import { quickTaskSaveInput } from '#shared/work/schemas/quick-tasks.ts'
import { TASK_PRIORITIES } from '#shared/work/tasks.ts'

type Values = z.input<typeof quickTaskSaveInput>

const PRIORITY_OPTIONS = TASK_PRIORITIES.map((value) => ({ value, label: titled(value) }))

const EMPTY: Values = { title: '', description: '', priority: 'medium', assigned_to: null, due_date: null }

const valuesOf = (task: QuickTaskDto, ownId: string): Values => ({
  id: task.id,
  version: task.version,
  title: task.title,
  description: task.description ?? '',
  priority: task.priority,
  assigned_to: task.assigned_to.user_id === ownId ? null : task.assigned_to.user_id,
  due_date: task.due_date,
})

interface QuickTaskDialogProps {
  /** Omitted to add one. */
  task?: QuickTaskDto
  onClose: () => void
}

/** Adds or edits a quick task; without an assignee it is the user's own. */
export function QuickTaskDialog({ task, onClose }: QuickTaskDialogProps) {
  const ownId = useUser().user_id
  const utils = trpc.useUtils()
  const save = trpc.quickTasks.save.useMutation()
  const form = useAppForm({
    schema: quickTaskSaveInput,
    initialValues: task === undefined ? EMPTY : valuesOf(task, ownId),
    onSubmit: async (values) => {
      await save.mutateAsync({ ...values, assigned_to: values.assigned_to ?? ownId })
      toast({ title: task === undefined ? 'Task Created' : 'Quick task saved', message: values.title })
      onClose()
    },
    fallback: 'Failed to save quick task',
    latest:
      task &&
      (async () => valuesOf(await utils.quickTasks.get.fetch({ id: task.id }, { staleTime: 0 }), ownId)),
  })
  const { fields } = form
  return (
    <FormDialog
      title={task === undefined ? 'Quick Task' : 'Edit Quick Task'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={task === undefined ? 'Add Task' : 'Save changes'}
    >
      <TextInput label="Title" required data-autofocus {...fields.getInputProps('title')} />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxRows={8}
        {...fields.getInputProps('description')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label="Priority"
          allowDeselect={false}
          data={PRIORITY_OPTIONS}
          {...fields.getInputProps('priority')}
        />
        <DateField label="Due Date" {...fields.getInputProps('due_date')} />
      </SimpleGrid>
      <AssigneeField task={task} {...fields.getInputProps('assigned_to')} />
    </FormDialog>
  )
}

interface AssigneeFieldProps {
  task: QuickTaskDto | undefined
  value?: string | null
  onChange?: (value: string | null) => void
}

function AssigneeField({ task, ...props }: AssigneeFieldProps) {
  const { search, onTyped } = useTypedSearch()
  const { data = [] } = trpc.people.list.useQuery({ search }, { placeholderData: (old) => old })
  return (
    <RecordPicker
      kind="person"
      label="Assigned To"
      placeholder="Myself"
      clearable
      clearButtonProps={{ 'aria-label': 'Clear assignee' }}
      nothingFoundMessage="No people found"
      {...props}
      // Former members are still shown by name.
      chosen={task === undefined ? null : { id: task.assigned_to.user_id, name: task.assigned_to.name }}
      found={data.map(({ user_id, name }) => ({ id: user_id, name }))}
      onTyped={onTyped}
    />
  )
}

/** Loads the task first, so that the form starts from saved values and ignores later updates. */
export function EditQuickTaskDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = trpc.quickTasks.get.useQuery({ id }, { staleTime: 0 })
  useSeen(query.data === undefined ? null : links.quickTask(id))
  return (
    <EditDialog title="Edit Quick Task" query={query} onClose={onClose}>
      {(task) => <QuickTaskDialog task={task} onClose={onClose} />}
    </EditDialog>
  )
}
