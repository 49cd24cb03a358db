import { Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { type AgencyDetailsDto, DELETION_GRACE_DAYS } from '#shared/overview/agencies.ts'
import { agencyDeleteInput } from '#shared/overview/schemas/agencies.ts'

/** Schedules the deletion after the name is typed, or cancels it during the grace period. */
export function DeleteAgency({ agency }: { agency: AgencyDetailsDto }) {
  const [confirming, setConfirming] = useState(false)
  const keep = trpc.agencies.cancelDeletion.useMutation({
    onError: errorToast('Failed to cancel the deletion'),
    onSuccess: () => toast({ title: 'Deletion canceled', message: `${agency.name} will not be deleted.` }),
  })
  if (agency.delete_after !== null) {
    return (
      <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate({ id: agency.id })}>
        Cancel deletion
      </Button>
    )
  }
  return (
    <>
      <Button variant="light" color="red" onClick={() => setConfirming(true)}>
        Delete agency
      </Button>
      {confirming && <DeleteDialog agency={agency} onClose={() => setConfirming(false)} />}
    </>
  )
}

function DeleteDialog({ agency, onClose }: { agency: AgencyDetailsDto; onClose: () => void }) {
  const remove = trpc.agencies.requestDeletion.useMutation()
  const form = useAppForm({
    schema: agencyDeleteInput,
    initialValues: { id: agency.id, confirm_name: '' },
    onSubmit: async (values) => {
      await remove.mutateAsync(values)
      toast({
        title: 'Deletion scheduled',
        message: `${agency.name} will be deleted in ${DELETION_GRACE_DAYS} days unless you cancel the deletion.`,
      })
      onClose()
    },
    fallback: 'Failed to delete the agency',
  })
  return (
    <FormDialog
      title={`Delete ${agency.name}?`}
      opened
      onClose={onClose}
      form={form}
      submitLabel="Delete agency"
      destructive
    >
      <Text size="sm">
        Everyone at this agency is signed out now. Its projects, invoices, files and accounts are permanently
        deleted after {DELETION_GRACE_DAYS} days. You can cancel the deletion until then.
      </Text>
      <TextInput
        label={`Type ${agency.name} to confirm`}
        required
        data-autofocus
        autoComplete="off"
        {...form.fields.getInputProps('confirm_name')}
      />
    </FormDialog>
  )
}
