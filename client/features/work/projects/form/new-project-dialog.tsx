import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { projectCreateInput } from '#shared/work/schemas/projects.ts'
import { ProjectFields } from './project-fields.tsx'
import { newProjectValues } from './project-form-values.ts'
import { useOnlyChoices } from './use-only-choices.ts'

interface NewProjectDialogProps {
  onClose: () => void
  /** Called after the project is created, instead of only closing the dialog. */
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
      submitLabel="Create Project"
      size="lg"
    >
      <ProjectFields fields={form.fields} />
    </FormDialog>
  )
}
