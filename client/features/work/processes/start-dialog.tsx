import { Checkbox, Text } from '@mantine/core'
import { ClientField } from '#client/components/fields/records/client-field.tsx'
import { ProjectField } from '#client/components/fields/records/project-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useCan } from '#client/lib/session/session.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { ProcessDetails } from '#shared/work/processes.ts'
import { runStartInput } from '#shared/work/schemas/processes.ts'

interface StartDialogProps {
  process: ProcessDetails
  onClose: () => void
  onStarted: (runId: string) => void
}

export function StartDialog({ process, onClose, onStarted }: StartDialogProps) {
  const seesClients = useCan('client.read')
  const start = trpc.processes.start.useMutation()
  const form = useAppForm({
    schema: runStartInput,
    initialValues: {
      template_id: process.id,
      project_id: null as string | null,
      client_id: null as string | null,
      create_tasks: false,
    },
    onSubmit: async (values) => {
      const run = await start.mutateAsync(values)
      toast({ title: 'Process started', message: `${run.name} has ${run.steps.length} steps to complete.` })
      onStarted(run.id)
    },
    fallback: 'Failed to start the process',
  })
  const { fields } = form
  return (
    <FormDialog title="Start Process" opened onClose={onClose} form={form} submitLabel="Start Process">
      <Text>
        {process.name} gets its own copy of the {process.step_count} steps. Later changes to the process don’t
        affect this run.
      </Text>
      <ProjectField label="Project" data-autofocus {...fields.getInputProps('project_id')} />
      {seesClients && (
        <ClientField
          label="Client"
          description="Set by the project"
          disabled={fields.getValues().project_id !== null}
          {...fields.getInputProps('client_id')}
        />
      )}
      <Checkbox
        label="Create a task for every step"
        description="Requires a project"
        {...fields.getInputProps('create_tasks', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
