import { Button, Group, Menu, Stack, Text, Textarea } from '@mantine/core'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { useAppForm } from '#client/components/forms/app-form.tsx'
import { FormDialog } from '#client/components/forms/form-dialog.tsx'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { Prose, Row, Rows, Section } from '#client/components/records/detail-parts.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'
import { errorToast } from '#client/lib/toasts/toast.ts'
import { type AnnouncementDto, announcementSaveInput } from '#shared/people/schemas/announcements.ts'

/** The agency's announcements: its owners write them, its clients mark them as read. */
export function Announcements() {
  const { role, viewing_as } = useUser()
  const isClient = role === 'client'
  const writes = role === 'agency_admin' && !viewing_as
  const { data = [] } = trpc.announcements.list.useQuery(undefined, { enabled: isClient || writes })
  const [edited, setEdited] = useState<AnnouncementDto | 'new' | null>(null)
  if (!writes && data.length === 0) return null
  return (
    <Section
      title="Announcements"
      action={
        writes && (
          <Button variant="default" size="xs" onClick={() => setEdited('new')}>
            New announcement
          </Button>
        )
      }
    >
      {data.length === 0 ? (
        <Text size="sm" c="dimmed">
          Announcements appear on the dashboard of all your clients.
        </Text>
      ) : (
        <Rows label="Announcements">
          {data.map((announcement) => (
            <Row key={announcement.id}>
              <Stack gap="xs">
                <Text size="sm" c="dimmed" component="div">
                  {announcement.author_name} · <RelativeTime instant={announcement.created_at} />
                </Text>
                <Prose>{announcement.text}</Prose>
                {isClient && !announcement.read && <MarkRead id={announcement.id} />}
                {writes && <Readers announcement={announcement} onEdit={() => setEdited(announcement)} />}
              </Stack>
            </Row>
          ))}
        </Rows>
      )}
      {edited !== null && (
        <AnnouncementDialog
          announcement={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Section>
  )
}

function MarkRead({ id }: { id: string }) {
  const mark = trpc.announcements.markRead.useMutation({
    onError: errorToast('Failed to mark the announcement as read'),
  })
  return (
    <Group>
      <Button variant="default" size="xs" loading={mark.isPending} onClick={() => mark.mutate({ id })}>
        Mark as read
      </Button>
    </Group>
  )
}

/** Who has read it, and what its agency can do with it. */
function Readers({
  announcement: { id, readers },
  onEdit,
}: {
  announcement: AnnouncementDto
  onEdit: () => void
}) {
  const [deleting, setDeleting] = useState(false)
  const remove = trpc.announcements.delete.useMutation()
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" c="dimmed">
        {readers.length === 0
          ? 'Nobody has read it yet.'
          : `Read by ${readers.map(({ name }) => name).join(', ')}`}
      </Text>
      <ActionMenu label="announcement">
        <Menu.Item leftSection={<IconEdit size={16} aria-hidden />} onClick={onEdit}>
          Edit
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setDeleting(true)}>
          Delete
        </Menu.Item>
      </ActionMenu>
      {deleting && (
        <ConfirmDialog
          opened
          onClose={() => setDeleting(false)}
          title="Delete announcement"
          message="Your clients will no longer see it."
          confirmLabel="Delete announcement"
          destructive
          onConfirm={() => remove.mutateAsync({ id })}
        />
      )}
    </Group>
  )
}

function AnnouncementDialog({
  announcement,
  onClose,
}: {
  announcement: AnnouncementDto | undefined
  onClose: () => void
}) {
  const save = trpc.announcements.save.useMutation()
  const form = useAppForm({
    schema: announcementSaveInput,
    initialValues: {
      id: announcement?.id,
      version: announcement?.version,
      text: announcement?.text ?? '',
    },
    onSubmit: async (values) => {
      await save.mutateAsync(values)
      onClose()
    },
    fallback: 'Failed to save the announcement',
  })
  return (
    <FormDialog
      title={announcement === undefined ? 'New announcement' : 'Edit announcement'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={announcement === undefined ? 'Publish' : 'Save changes'}
    >
      <Textarea label="Text" required minRows={3} {...form.fields.getInputProps('text')} />
    </FormDialog>
  )
}
