import { ActionIcon, FileButton, Textarea } from '@mantine/core'
import { IconPaperclip, IconSend } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useRowRemoval } from '#client/components/fields/use-list-entry.ts'
import { isComposing, isSending } from '#client/lib/composing.ts'
import { randomId } from '#client/lib/random-id.ts'
import { useUser } from '#client/lib/session/session.ts'
import { useDraft } from '#client/lib/session/use-draft.ts'
import { showError } from '#client/lib/toasts/toast.ts'
import { useReceivedFiles } from '#client/lib/use-received-files.ts'
import { tooLong } from '#shared/base/text/length.ts'
import { MAX_MESSAGE_LENGTH, type MessagePersonDto } from '#shared/work/messages.ts'
import { Attachments } from '../message/attachments.tsx'
import { MentionList } from '../message/mention-list.tsx'
import { insertMention } from '../message/message-text.ts'
import classes from '../message/messages.module.css'
import { useAttachments } from '../message/use-attachments.ts'
import { mentionOptionId, useMentionChoice } from '../message/use-mention-choice.ts'
import { useOutbox } from '../message/use-outbox.ts'

interface ComposerProps {
  projectId: string
  people: MessagePersonDto[]
  autoFocus: boolean
}

/** Enter sends, Shift+Enter starts a new line; on touch devices, Enter does. The input clears once the message is sent or queued. */
export function Composer({ projectId, people, autoFocus }: ComposerProps) {
  const user = useUser()
  const { outbox } = useOutbox()
  const [text, setText] = useDraft(projectId)
  const attachments = useAttachments({ project_id: projectId, kind: 'message' })
  const received = useReceivedFiles((files) => void attachments.add(files))
  const attaches = user.agency_id !== null
  const [sending, setSending] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)
  const rows = useRowRemoval<HTMLFormElement>()
  const others = people.filter((person) => person.user_id !== user.user_id)
  const mention = useMentionChoice(others)
  const content = text.trim()
  const excess = tooLong(content, MAX_MESSAGE_LENGTH)
  const disabled = content === '' || excess !== null || sending || attachments.uploading

  async function send() {
    if (disabled) return
    setSending(true)
    try {
      await outbox.submit({
        id: randomId(),
        project_id: projectId,
        content,
        mentions: mention.mentionedIn(content),
        attachments: attachments.files,
        timestamp: new Date().toISOString(),
        refusal: null,
      })
      setText('')
      mention.forget()
      attachments.clear()
    } catch (error) {
      showError(error, 'Failed to send message')
    } finally {
      setSending(false)
      input.current?.focus()
    }
  }

  function choose(person: MessagePersonDto) {
    const next = insertMention(text, mention.caret, person.name)
    setText(next.text)
    mention.take(person)
    requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret))
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event) || mention.handleKey(event, choose)) return
    if (!isSending(event)) return
    event.preventDefault()
    void send()
  }

  return (
    <form
      className={classes.composer}
      {...rows}
      {...(attaches && received.target)}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <MentionList choice={mention} onChoose={choose} />
      <Attachments files={attachments.files} onRemove={attachments.remove} />
      <div className={classes.composerLine}>
        {attaches && (
          <FileButton multiple onChange={(files) => void attachments.add(files)}>
            {(props) => (
              <ActionIcon {...props} aria-label="Attach files" data-add loading={attachments.uploading}>
                <IconPaperclip size={18} aria-hidden />
              </ActionIcon>
            )}
          </FileButton>
        )}
        <Textarea
          ref={input}
          className={classes.input}
          aria-label="Message"
          placeholder="Type your message..."
          autoFocus={autoFocus}
          minRows={1}
          maxRows={6}
          error={excess}
          readOnly={sending}
          value={text}
          aria-controls={mention.options.length > 0 ? 'mention-list' : undefined}
          aria-activedescendant={
            mention.options.length > 0 ? mentionOptionId(mention.options[mention.active]) : undefined
          }
          onChange={(event) => {
            setText(event.currentTarget.value)
            mention.follow(event.currentTarget)
          }}
          onSelect={(event) => mention.follow(event.currentTarget)}
          onBlur={mention.close}
          onKeyDown={onKeyDown}
        />
        <ActionIcon type="submit" variant="filled" color="pine" aria-label="Send" disabled={disabled}>
          <IconSend size={18} aria-hidden />
        </ActionIcon>
      </div>
    </form>
  )
}
