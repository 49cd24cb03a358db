import { Button, Group, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { isComposing, isSending } from '#client/lib/composing.ts'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'
import { useDraft } from '#client/lib/session/use-draft.ts'
import { errorToast } from '#client/lib/toasts/toast.ts'
import { tooLong } from '#shared/base/text/length.ts'
import { MAX_MESSAGE_LENGTH, type MessageDto, type MessagePersonDto } from '#shared/work/messages.ts'
import { MentionList } from '../message/mention-list.tsx'
import { insertMention } from '../message/message-text.ts'
import classes from '../message/messages.module.css'
import { mentionOptionId, useMentionChoice } from '../message/use-mention-choice.ts'

interface EditMessageProps {
  message: MessageDto
  people: MessagePersonDto[]
  onClose: () => void
}

/** Edits in place: the keys that send a message save, Escape cancels. */
export function EditMessage({ message, people, onClose }: EditMessageProps) {
  const user = useUser()
  const input = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useDraft(`message:${message.id}`, message.content)
  const others = people.filter((person) => person.user_id !== user.user_id)
  const mention = useMentionChoice(others, message.mentions)
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
    else if (content !== '' && excess === null && !edit.isPending) {
      edit.mutate({ id: message.id, content, mentions: mention.mentionedIn(content) })
    }
  }
  const choose = (person: MessagePersonDto) => {
    const next = insertMention(text, mention.caret, person.name)
    setText(next.text)
    mention.take(person)
    requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret))
  }
  const listed = mention.options.length > 0
  return (
    <div className={classes.editing}>
      <MentionList choice={mention} onChoose={choose} />
      <Textarea
        ref={input}
        aria-label="Edit message"
        autoFocus
        minRows={1}
        maxRows={8}
        error={excess}
        value={text}
        aria-controls={listed ? 'mention-list' : undefined}
        aria-activedescendant={listed ? mentionOptionId(mention.options[mention.active]) : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value)
          mention.follow(event.currentTarget)
        }}
        onSelect={(event) => mention.follow(event.currentTarget)}
        onBlur={mention.close}
        onKeyDown={(event) => {
          if (isComposing(event) || mention.handleKey(event, choose)) return
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
    </div>
  )
}
