import { Switch, TextInput } from '@mantine/core'
import type { z } from 'zod'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { ClientContactDto } from '#shared/people/clients.ts'
import { contactSaveInput } from '#shared/people/schemas/clients.ts'

type ContactValues = z.input<typeof contactSaveInput>

const emptyContact = (client_id: string): ContactValues => ({
  client_id,
  name: '',
  email: '',
  phone: '',
  portal_access: false,
  can_see_projects: true,
  can_see_billing: false,
})

const valuesOf = (contact: ClientContactDto): ContactValues => ({
  id: contact.id,
  version: contact.version,
  client_id: contact.client_id,
  name: contact.name,
  email: contact.email,
  phone: contact.phone ?? '',
  portal_access: contact.portal_access,
  can_see_projects: contact.can_see_projects,
  can_see_billing: contact.can_see_billing,
})

interface ContactDialogProps {
  clientId: string
  /** Omitted to add one. */
  contact?: ClientContactDto
  onClose: () => void
}

export function ContactDialog({ clientId, contact, onClose }: ContactDialogProps) {
  const utils = trpc.useUtils()
  const save = trpc.clients.saveContact.useMutation()
  const latest = async () => {
    const { contacts } = await utils.clients.details.fetch({ id: clientId }, { staleTime: 0 })
    const found = contacts.find((other) => other.id === contact?.id)
    if (found === undefined) throw new Error('This contact has been removed')
    return valuesOf(found)
  }
  const form = useAppForm({
    schema: contactSaveInput,
    initialValues: contact === undefined ? emptyContact(clientId) : valuesOf(contact),
    onSubmit: async (values) => {
      await save.mutateAsync(values)
      toast({ title: contact === undefined ? 'Contact added' : 'Contact updated', message: values.name })
      onClose()
    },
    fallback: 'Failed to save contact',
    latest: contact && latest,
  })
  const { fields } = form
  const { portal_access, email } = fields.getValues()
  const noAccess = !portal_access
  return (
    <FormDialog
      title={contact === undefined ? 'Add contact' : 'Edit contact'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={contact === undefined ? 'Add contact' : 'Save changes'}
    >
      <TextInput label="Name" required data-autofocus {...fields.getInputProps('name')} />
      <TextInput
        label="Email"
        required
        type="email"
        description={
          contact?.account_email != null &&
          email !== contact.email &&
          email !== contact.account_email &&
          `${contact.account_email} will lose access to the portal.`
        }
        {...fields.getInputProps('email')}
      />
      <TextInput label="Phone" type="tel" {...fields.getInputProps('phone')} />
      <Switch
        label="Portal access"
        description="Can sign in with their own account."
        {...fields.getInputProps('portal_access', { type: 'checkbox' })}
      />
      <Switch
        label="Can see projects"
        description="Projects, tasks, files and messages."
        disabled={noAccess}
        {...fields.getInputProps('can_see_projects', { type: 'checkbox' })}
      />
      <Switch
        label="Can see billing"
        description="Invoices and payments."
        disabled={noAccess}
        {...fields.getInputProps('can_see_billing', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
