import { useAppForm } from '#client/components/app-form.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { projectCreateInput } from '#shared/projects.ts'
import { ProjectFields } from './project-fields.tsx'
import { newProjectValues } from './project-form-values.ts'

export function NewProjectDialog({ onClose }: { onClose: () => void }) {
  const create = trpc.projects.create.useMutation()
  const form = useAppForm({
    schema: projectCreateInput,
    initialValues: newProjectValues(),
    onSubmit: async (values) => {
      await create.mutateAsync(values)
      toast({ title: 'Project Created', message: 'Your new project has been successfully created.' })
      onClose()
    },
    fallback: 'Failed to create project',
  })
  return (
    <FormDialog
      title="New Project"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Create project"
      size="lg"
    >
      <ProjectFields fields={form.fields} />
    </FormDialog>
  )
}
