import { TextInput } from '@mantine/core'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { type ViewDto, viewNameInput } from '#shared/overview/schemas/views.ts'

interface ViewDialogProps {
  /** Null for a new one. */
  view: ViewDto | null
  onName: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the name of a view. */
export function ViewDialog({ view, onName, onClose }: ViewDialogProps) {
  const form = useAppForm({
    schema: viewNameInput.loose(),
    initialValues: { id: view?.id, name: view?.name ?? '' },
    onSubmit: async ({ name }) => {
      await onName(name)
      onClose()
    },
    fallback: 'Failed to save the view',
  })
  return (
    <FormDialog
      title={view === null ? 'Save view' : 'Rename view'}
      opened
      onClose={onClose}
      form={form}
      submitLabel="Save"
    >
      <TextInput
        label="Name"
        description={`Saves the filters, order and layout ${view?.shared ? 'for your whole team' : 'for you only'}.`}
        data-autofocus
        {...form.fields.getInputProps('name')}
      />
    </FormDialog>
  )
}
