import { Select, SimpleGrid, Stack, Switch } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { NumberField } from '#client/components/fields/number-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { EditDialog } from '#client/components/forms/edit-dialog.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { type ProjectDto, projectProgress } from '#shared/work/projects.ts'
import { projectUpdateInput } from '#shared/work/schemas/projects.ts'
import { ProjectFields } from './project-fields.tsx'
import { PROJECT_STATUS_OPTIONS, type ProjectEditValues, valuesOfProject } from './project-form-values.ts'

interface EditProjectDialogProps {
  id: string
  onClose: () => void
}

/** Loads the project first, so that the form starts from saved values and ignores later updates. */
export function EditProjectDialog({ id, onClose }: EditProjectDialogProps) {
  const query = trpc.projects.get.useQuery({ id }, { staleTime: 0 })
  return (
    <EditDialog title="Edit Project" query={query} onClose={onClose}>
      {(project) => <LoadedDialog project={project} onClose={onClose} />}
    </EditDialog>
  )
}

function LoadedDialog({ project, onClose }: { project: ProjectDto; onClose: () => void }) {
  const utils = trpc.useUtils()
  const update = trpc.projects.update.useMutation()
  const form = useAppForm({
    schema: projectUpdateInput,
    initialValues: valuesOfProject(project),
    onSubmit: async (values) => {
      await update.mutateAsync(values)
      toast({ title: 'Action Performed', message: `Project "${values.name}" has been updated.` })
      onClose()
    },
    fallback: 'Failed to save project',
    latest: async () => valuesOfProject(await utils.projects.get.fetch({ id: project.id }, { staleTime: 0 })),
  })
  return (
    <FormDialog
      title="Edit Project"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Save changes"
      size="lg"
    >
      <ProjectFields fields={form.fields} team={project.team} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select label="Status" data={PROJECT_STATUS_OPTIONS} {...form.fields.getInputProps('status')} />
        <ProgressField project={project} fields={form.fields} />
      </SimpleGrid>
    </FormDialog>
  )
}

interface ProgressFieldProps {
  project: ProjectDto
  fields: UseFormReturnType<ProjectEditValues>
}

/** Computed from the tasks, or a percentage set by hand. */
function ProgressField({ project, fields }: ProgressFieldProps) {
  const { progress, status } = fields.getValues()
  const computed = projectProgress({ ...project, status, progress_override: null })
  return (
    <Stack gap={8}>
      <NumberField
        label="Progress"
        min={0}
        max={100}
        suffix="%"
        disabled={progress === null}
        required
        withAsterisk={false}
        {...fields.getInputProps('progress')}
        value={progress ?? computed}
        onChange={(percent) => percent !== null && fields.setFieldValue('progress', percent)}
      />
      <Switch
        label="Computed from the tasks"
        checked={progress === null}
        onChange={(event) => fields.setFieldValue('progress', event.currentTarget.checked ? null : computed)}
      />
    </Stack>
  )
}
