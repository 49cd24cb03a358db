import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { ProjectField } from '#client/components/fields/records/project-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { places } from '#shared/base/links.ts'

const convertSchema = z.object({ project_id: z.uuid({ message: 'Please select a project.' }) })

/** Converts a quick task to a project task, which removes it from the personal list. */
export function ConvertDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const navigate = useNavigate()
  const { data: task } = trpc.quickTasks.get.useQuery({ id })
  const convert = trpc.quickTasks.convert.useMutation()
  const form = useAppForm({
    schema: convertSchema,
    initialValues: { project_id: '' },
    onSubmit: async ({ project_id }) => {
      const task = await convert.mutateAsync({ id, project_id })
      toast({
        title: 'Task Created',
        message: `"${task.title}" is now a task in ${task.project.name}.`,
        action: { label: 'Open', onClick: () => void navigate(places.task(task.id)) },
      })
      onClose()
    },
    fallback: 'Failed to create the task',
  })
  return (
    <FormDialog title="Move to project" opened onClose={onClose} form={form} submitLabel="Create Task">
      <Text size="sm" c="dimmed">
        {task === undefined ? 'The quick task' : `"${task.title}"`} will become a task in the project and be
        removed from this list.
      </Text>
      <ProjectField
        label="Project"
        required
        clearable={false}
        placeholder="Select a project"
        {...form.fields.getInputProps('project_id')}
      />
    </FormDialog>
  )
}
