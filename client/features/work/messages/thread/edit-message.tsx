import { Button, Group, Textarea } from '@mantine/core'
import { trpc } from '#client/lib/calls/trpc.ts'
import { isSending } from '#client/lib/composing.ts'
import { useDraft } from '#client/lib/session/use-draft.ts'
import { errorToast } from '#client/lib/toasts/toast.ts'
import { tooLong } from '#shared/base/errors.ts'
import { MAX_MESSAGE_LENGTH, type MessageDto } from '#shared/work/messages.ts'

/** Edits in place: the keys that send a message save, Escape cancels. */
export function EditMessage({ message, onClose }: { message: MessageDto; onClose: () => void }) {
  const [text, setText] = useDraft(`message:${message.id}`, message.content)
  const close = () => {
    setText(message.content)
    onClose()
  }
  const edit = trpc.messages.edit.useMutation({
    onError: errorToast('Failed to save message'),
    onSuccess: close,
  })
  const content = text.trim()
  const excess = tooLong(content, MAX_MESSAGE_LENGTH)
  const save = () => {
    if (content === message.content) close()
    else if (content !== '' && excess === null && !edit.isPending) edit.mutate({ id: message.id, content })
  }
  return (
    <>
      <Textarea
        aria-label="Edit message"
        autoFocus
        minRows={1}
        maxRows={8}
        error={excess}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close()
          if (!isSending(event)) return
          event.preventDefault()
          save()
        }}
      />
      <Group gap="xs" mt="xs" justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button disabled={content === '' || excess !== null || edit.isPending} onClick={save}>
          {edit.isPending ? 'Saving...' : 'Save'}
        </Button>
      </Group>
    </>
  )
}
