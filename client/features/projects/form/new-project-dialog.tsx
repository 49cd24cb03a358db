import { useAppForm } from '#client/components/app-form.tsx'
import { FormDialog } from '#client/components/form-dialog.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { projectCreateInput } from '#shared/projects.ts'
import { ProjectFields } from './project-fields.tsx'
import { newProjectValues } from './project-form-values.ts'
import { useOnlyChoices } from './use-only-choices.ts'

interface NewProjectDialogProps {
  onClose: () => void
  /** Where creating it leads, in place of closing alone. */
  onCreated?: (project: { id: string }) => void
}

export function NewProjectDialog({ onClose, onCreated = onClose }: NewProjectDialogProps) {
  const create = trpc.projects.create.useMutation()
  const form = useAppForm({
    schema: projectCreateInput,
    initialValues: newProjectValues(),
    onSubmit: async (values) => {
      const project = await create.mutateAsync(values)
      toast({ title: 'Project Created', message: 'Your new project has been successfully created.' })
      onCreated(project)
    },
    fallback: 'Failed to create project',
  })
  useOnlyChoices(form.fields)
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
