import { Group, Select, Textarea, TextInput } from '@mantine/core'
import { NumberField } from '#client/components/fields/number-field.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import { PROCESS_STATUS_LABELS, PROCESS_STATUSES, type ProcessDetails } from '#shared/work/processes.ts'
import { processSaveInput } from '#shared/work/schemas/processes.ts'
import { newStep, StepFields, type StepValues } from './step-fields.tsx'

const STATUS_OPTIONS = PROCESS_STATUSES.map((value) => ({ value, label: PROCESS_STATUS_LABELS[value] }))

const valuesOf = (process: ProcessDetails | null) => ({
  id: process?.id,
  version: process?.version,
  name: process?.name ?? '',
  description: process?.description ?? '',
  status: process?.status ?? 'active',
  duration_days: process?.duration_days ?? 7,
  steps: (process?.steps.map(({ position: _, ...step }) => ({
    ...step,
    description: step.description ?? '',
  })) ?? [newStep()]) as StepValues[],
})

interface ProcessDialogProps {
  /** Null creates one. */
  process: ProcessDetails | null
  onClose: () => void
}

export function ProcessDialog({ process, onClose }: ProcessDialogProps) {
  const utils = trpc.useUtils()
  const save = trpc.processes.save.useMutation()
  const form = useAppForm({
    schema: processSaveInput,
    initialValues: valuesOf(process),
    onSubmit: async (values) => {
      await save.mutateAsync(values)
      toast({ title: process === null ? 'Process created' : 'Process saved' })
      onClose()
    },
    fallback: 'Failed to save the process',
    latest:
      process === null
        ? undefined
        : async () => valuesOf(await utils.processes.get.fetch({ id: process.id }, { staleTime: 0 })),
  })
  const { fields } = form
  return (
    <FormDialog
      title={process === null ? 'Create Process' : 'Edit Process'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={process === null ? 'Create Process' : 'Save changes'}
      size="lg"
    >
      <TextInput label="Name" required data-autofocus {...fields.getInputProps('name')} />
      <Textarea label="Description" minRows={2} {...fields.getInputProps('description')} />
      <Group grow align="flex-start">
        <Select
          label="Status"
          description="Drafts can’t be started"
          data={STATUS_OPTIONS}
          {...fields.getInputProps('status')}
        />
        <NumberField
          label="Duration in days"
          description="Multiples of seven are shown as weeks"
          required
          min={1}
          max={3650}
          {...fields.getInputProps('duration_days')}
        />
      </Group>
      <StepFields
        steps={fields.getValues().steps}
        errors={fields.errors}
        onChange={(steps) => fields.setFieldValue('steps', steps)}
      />
    </FormDialog>
  )
}
