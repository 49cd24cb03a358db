import { Badge, Button, Group, Menu, Stack, Text } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { Row, Rows, Section } from '#client/components/records/detail-parts.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import type { ClientContactDto, ClientDto } from '#shared/people/clients.ts'
import { PortalInvitation } from '../../invitations/portal-invitation.tsx'
import { useClientRights } from '../use-client-rights.ts'
import { ContactDialog } from './contact-dialog.tsx'

const ICON = 16

interface ClientContactsProps {
  client: ClientDto
  contacts: ClientContactDto[]
}

/** The people at a client, each with their own portal permissions. */
export function ClientContacts({ client, contacts }: ClientContactsProps) {
  const { write } = useClientRights()
  const [editing, setEditing] = useState<ClientContactDto | 'new' | null>(null)
  const [removing, setRemoving] = useState<ClientContactDto | null>(null)
  const remove = trpc.clients.removeContact.useMutation({
    onError: errorToast('Failed to remove the contact'),
  })
  const confirmRemoval = async (contact: ClientContactDto) => {
    await remove.mutateAsync({ id: contact.id })
    toast({
      title: 'Contact removed',
      message: `${contact.name} no longer has access to ${client.name} in the portal.`,
    })
  }
  return (
    <Section
      title="Contacts"
      action={
        write && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setEditing('new')}
          >
            Add contact
          </Button>
        )
      }
    >
      {contacts.length === 0 && (
        <Text size="sm" c="dimmed">
          Add the people you work with at {client.name}. Each can have their own account.
        </Text>
      )}
      {contacts.length > 0 && (
        <Rows label="Contacts">
          {contacts.map((contact) => (
            <Row key={contact.id}>
              <Contact
                client={client}
                contact={contact}
                onEdit={write ? () => setEditing(contact) : null}
                onRemove={() => setRemoving(contact)}
              />
            </Row>
          ))}
        </Rows>
      )}
      {editing !== null && (
        <ContactDialog
          clientId={client.id}
          contact={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {removing !== null && (
        <ConfirmDialog
          opened
          onClose={() => setRemoving(null)}
          title="Remove contact"
          message={`${removing.name} will be removed from ${client.name} and signed out of the portal.`}
          confirmLabel="Remove contact"
          destructive
          onConfirm={() => confirmRemoval(removing)}
        />
      )}
    </Section>
  )
}

interface ContactProps {
  client: ClientDto
  contact: ClientContactDto
  /** Null for read-only users. */
  onEdit: (() => void) | null
  onRemove: () => void
}

function Contact({ client, contact, onEdit, onRemove }: ContactProps) {
  return (
    <Stack gap={8}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <div>
          <Text size="sm" fw={500}>
            {contact.name}
          </Text>
          <Text size="sm" c="dimmed">
            {contact.email}
            {contact.phone !== null && ` · ${contact.phone}`}
          </Text>
        </div>
        {onEdit !== null && (
          <ActionMenu label={contact.name}>
            <Menu.Item leftSection={<IconPencil size={ICON} aria-hidden />} onClick={onEdit}>
              Edit
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={ICON} aria-hidden />} color="red" onClick={onRemove}>
              Remove
            </Menu.Item>
          </ActionMenu>
        )}
      </Group>
      <Group gap={6}>
        {rightsOf(contact).map((right) => (
          <Badge key={right} color="gray" fw={500}>
            {right}
          </Badge>
        ))}
      </Group>
      {contact.portal_access && client.portal_access && client.archived_at === null && (
        <PortalInvitation
          invitee={{ email: contact.email, role: 'client', client_id: client.id }}
          status={contact.portal_status}
          accountEmail={contact.account_email}
        />
      )}
    </Stack>
  )
}

function rightsOf(contact: ClientContactDto): string[] {
  if (!contact.portal_access) return ['No portal access']
  const rights = [
    contact.can_see_projects ? 'Projects' : null,
    contact.can_see_billing ? 'Billing' : null,
  ].filter((right) => right !== null)
  return rights.length === 0 ? ['Portal access only, no projects or billing'] : rights
}
