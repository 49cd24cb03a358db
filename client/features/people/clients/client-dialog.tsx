import { Switch, Textarea, TextInput } from '@mantine/core'
import { z } from 'zod'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { EditDialog } from '#client/components/forms/edit-dialog.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { ClientDto } from '#shared/people/clients.ts'
import { clientSaveInput } from '#shared/people/schemas/clients.ts'
import { useMayInvite } from '../invitations/use-may-invite.ts'
import { useSendInvitation } from '../invitations/use-send-invitation.ts'
import { type BillingValues, billingOf, ClientBillingFields, NO_BILLING } from './client-billing-fields.tsx'

const formSchema = clientSaveInput.extend({ invite: z.boolean() })
type ClientValues = z.input<typeof formSchema> & BillingValues

const EMPTY: ClientValues = {
  name: '',
  email: '',
  phone: '',
  company: '',
  address: '',
  ...NO_BILLING,
  portal_access: true,
  invite: false,
}

const valuesOf = (client: ClientDto): ClientValues => ({
  id: client.id,
  version: client.version,
  name: client.name,
  email: client.email,
  phone: client.phone ?? '',
  company: client.company ?? '',
  address: client.address ?? '',
  ...billingOf(client),
  portal_access: client.portal_access,
  invite: false,
})

interface ClientDialogProps {
  /** Omitted to add a client. */
  client?: ClientDto
  onClose: () => void
}

/** Adds a client, optionally with a portal invitation, or edits one. */
export function ClientDialog({ client, onClose }: ClientDialogProps) {
  const utils = trpc.useUtils()
  const mayInvite = useMayInvite()
  const save = trpc.clients.save.useMutation()
  const sendInvitation = useSendInvitation()
  const form = useAppForm({
    schema: formSchema,
    initialValues: client === undefined ? EMPTY : valuesOf(client),
    onSubmit: async ({ invite, ...values }) => {
      const saved = await save.mutateAsync(values)
      toast({
        title: `Client "${saved.name}" has been ${client === undefined ? 'added' : 'updated'} successfully!`,
      })
      onClose()
      if (invite && saved.portal_access) {
        sendInvitation({ email: saved.email, role: 'client', client_id: saved.id })
      }
    },
    fallback: 'Failed to save client',
    latest:
      client && (async () => valuesOf(await utils.clients.get.fetch({ id: client.id }, { staleTime: 0 }))),
  })
  const { fields } = form
  return (
    <FormDialog
      title={client === undefined ? 'Add Client' : 'Edit Client'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={client === undefined ? 'Add Client' : 'Save changes'}
    >
      <TextInput label="Name" required data-autofocus {...fields.getInputProps('name')} />
      <TextInput label="Email" required type="email" {...fields.getInputProps('email')} />
      <TextInput label="Phone" type="tel" {...fields.getInputProps('phone')} />
      <TextInput label="Company" {...fields.getInputProps('company')} />
      <Textarea label="Address" minRows={2} {...fields.getInputProps('address')} />
      <ClientBillingFields fields={fields} />
      <Switch
        label="Portal access"
        description="When off, no one at this client can sign in."
        {...fields.getInputProps('portal_access', { type: 'checkbox' })}
      />
      {client === undefined && mayInvite && (
        <Switch
          label="Send portal invitation"
          description="Sends a link to set a password."
          disabled={!fields.getValues().portal_access}
          {...fields.getInputProps('invite', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}

/** Loads the client first, so that the form starts from saved values and ignores later updates. */
export function EditClientDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = trpc.clients.get.useQuery({ id }, { staleTime: 0 })
  return (
    <EditDialog title="Edit Client" query={query} onClose={onClose}>
      {(client) => <ClientDialog client={client} onClose={onClose} />}
    </EditDialog>
  )
}
