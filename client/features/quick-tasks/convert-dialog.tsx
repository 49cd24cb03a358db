import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { useAppForm } from '#client/components/app-form.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { ProjectField } from '#client/components/project-field.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { places } from '#shared/links.ts'

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
      const made = await convert.mutateAsync({ id, project_id })
      toast({
        title: 'Task Created',
        message: `"${made.title}" is now a task in ${made.project.name}.`,
        action: { label: 'Open', onClick: () => void navigate(places.task(made.id)) },
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
