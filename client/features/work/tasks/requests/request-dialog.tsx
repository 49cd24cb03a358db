import { Textarea, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { ProjectField } from '#client/components/fields/records/project-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { taskRequestEditInput, taskRequestInput } from '#shared/work/schemas/tasks.ts'
import { projectChoices } from '#shared/work/screens/projects.ts'
import type { TaskDto } from '#shared/work/tasks.ts'

interface RequestDialogProps {
  /** The request's project; if omitted, the client chooses one. */
  projectId?: string
  onClose: () => void
}

interface RequestValues extends Record<string, unknown> {
  project_id: string | null
  title: string
  description: string
}

/** A client's new request. The only project is chosen already. */
export function RequestDialog({ projectId, onClose }: RequestDialogProps) {
  const request = trpc.tasks.request.useMutation()
  const projects = trpc.projects.list.useQuery(projectChoices(), { enabled: projectId === undefined })
  const form = useAppForm<typeof taskRequestInput, RequestValues>({
    schema: taskRequestInput,
    initialValues: { project_id: projectId ?? null, title: '', description: '' },
    onSubmit: async (values) => {
      await request.mutateAsync(values)
      toast({
        title: 'Request sent',
        message: 'The agency’s owners are notified. Follow it among your tasks.',
      })
      onClose()
    },
    fallback: 'Failed to send request',
  })
  const { fields } = form
  const only = projects.data?.items.length === 1 ? projects.data.items[0]?.id : undefined
  const beginWith = useEffectEvent((project_id: string) => {
    if (fields.getValues().project_id !== null) return
    // A preselected value isn't unsaved input, so closing doesn't ask.
    fields.setInitialValues({ ...fields.getInitialValues(), project_id })
    fields.setValues({ project_id })
  })
  useEffect(() => {
    if (only !== undefined) beginWith(only)
  }, [only])
  return (
    <FormDialog title="New Request" opened onClose={onClose} form={form} submitLabel="Send request">
      {projectId === undefined && only === undefined && (
        <ProjectField
          label="Project"
          required
          clearable={false}
          placeholder="Select a project"
          chosen={null}
          {...fields.getInputProps('project_id')}
        />
      )}
      <TextInput label="Title" required data-autofocus {...fields.getInputProps('title')} />
      <Textarea label="Description" minRows={4} {...fields.getInputProps('description')} />
    </FormDialog>
  )
}

const valuesOf = ({ id, version, title, description }: TaskDto) => ({
  id,
  version,
  title,
  description: description ?? '',
})

/** The text of a request that the team hasn't taken up. */
export function EditRequestDialog({ task, onClose }: { task: TaskDto; onClose: () => void }) {
  const utils = trpc.useUtils()
  const edit = trpc.tasks.editRequest.useMutation()
  const form = useAppForm({
    schema: taskRequestEditInput,
    initialValues: valuesOf(task),
    onSubmit: async (values) => {
      await edit.mutateAsync(values)
      toast({ title: 'Request changed' })
      onClose()
    },
    fallback: 'Failed to save request',
    latest: async () => valuesOf(await utils.tasks.get.fetch({ id: task.id }, { staleTime: 0 })),
  })
  return (
    <FormDialog title="Edit Request" opened onClose={onClose} form={form} submitLabel="Save request">
      <TextInput label="Title" required data-autofocus {...form.fields.getInputProps('title')} />
      <Textarea label="Description" minRows={4} {...form.fields.getInputProps('description')} />
    </FormDialog>
  )
}
