import { ActionIcon, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { AppForm, SubmitButton, useAppForm } from '#client/components/forms/app-form.tsx'
import { Prose, Row, Rows, Section } from '#client/components/records/detail-parts.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useDraft } from '#client/lib/session/use-draft.ts'
import { errorToast } from '#client/lib/toasts/toast.ts'
import type { ClientDto, ClientNoteDto } from '#shared/people/clients.ts'
import { clientNoteInput } from '#shared/people/schemas/clients.ts'
import { useClientRights } from '../use-client-rights.ts'

interface ClientNotesProps {
  client: ClientDto
  notes: ClientNoteDto[]
}

/** Notes internal to the agency; clients can't see them. */
export function ClientNotes({ client, notes }: ClientNotesProps) {
  const { write } = useClientRights()
  const [removing, setRemoving] = useState<ClientNoteDto | null>(null)
  const remove = trpc.clients.removeNote.useMutation({ onError: errorToast('Failed to delete the note') })
  return (
    <Section title="Notes">
      <Stack gap="md">
        {write && <NoteForm key={client.id} clientId={client.id} />}
        {notes.length === 0 && (
          <Text size="sm" c="dimmed">
            No notes yet. Clients can’t see notes.
          </Text>
        )}
        {notes.length > 0 && (
          <Rows label="Notes">
            {notes.map((note) => (
              <Row key={note.id}>
                <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
                  <Text size="sm" c="dimmed" component="div">
                    {note.author_name} · <RelativeTime instant={note.created_at} />
                  </Text>
                  {write && (
                    <ActionIcon size={28} aria-label="Delete note" onClick={() => setRemoving(note)}>
                      <IconTrash size={16} aria-hidden />
                    </ActionIcon>
                  )}
                </Group>
                <Prose>{note.text}</Prose>
              </Row>
            ))}
          </Rows>
        )}
      </Stack>
      {removing !== null && (
        <ConfirmDialog
          opened
          onClose={() => setRemoving(null)}
          title="Delete note"
          message="This deletes the note for everyone in your agency."
          confirmLabel="Delete note"
          destructive
          onConfirm={() => remove.mutateAsync({ id: removing.id })}
        />
      )}
    </Section>
  )
}

function NoteForm({ clientId }: { clientId: string }) {
  const [draft, setDraft] = useDraft(`client:${clientId}`)
  const add = trpc.clients.addNote.useMutation()
  const form = useAppForm({
    schema: clientNoteInput,
    initialValues: { client_id: clientId, text: draft },
    resetOnSuccess: false,
    onSubmit: async (values) => {
      await add.mutateAsync(values)
      write('')
    },
    fallback: 'Failed to save the note',
  })
  function write(text: string) {
    form.fields.setFieldValue('text', text)
    setDraft(text)
  }
  return (
    <AppForm form={form}>
      <Textarea
        label="New note"
        minRows={2}
        {...form.fields.getInputProps('text')}
        readOnly={form.submitting}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.currentTarget.form?.requestSubmit()
        }}
      />
      <Group justify="flex-end" mt="xs">
        <SubmitButton size="xs">Add note</SubmitButton>
      </Group>
    </AppForm>
  )
}
