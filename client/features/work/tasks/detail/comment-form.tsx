import { ActionIcon, Button, FileButton, Group, SegmentedControl, Text, Textarea } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useRowRemoval } from '#client/components/fields/use-list-entry.ts'
import { AppForm, SubmitButton, useAppForm } from '#client/components/forms/app-form.tsx'
import { isComposing } from '#client/lib/composing.ts'
import { useCan } from '#client/lib/session/session.ts'
import { useDraft } from '#client/lib/session/use-draft.ts'
import { useReceivedFiles } from '#client/lib/use-received-files.ts'
import type { MessagePersonDto } from '#shared/work/messages.ts'
import { commentEditInput } from '#shared/work/schemas/tasks.ts'
import { Attachments } from '../../messages/message/attachments.tsx'
import { MentionList } from '../../messages/message/mention-list.tsx'
import { insertMention } from '../../messages/message/message-text.ts'
import { useAttachments } from '../../messages/message/use-attachments.ts'
import { mentionOptionId, useMentionChoice } from '../../messages/message/use-mention-choice.ts'
import classes from './task-stream.module.css'

const commentSchema = commentEditInput.pick({ text: true })

interface CommentFormProps {
  label: string
  submitLabel: string
  /** What the draft belongs to: the task, or the comment being changed. */
  place: string
  team: MessagePersonDto[]
  initialText?: string
  /** Whom the initial text mentions. */
  mentioned?: string[]
  /** The task that files can be attached to, with a new comment. */
  task?: { id: string; project_id: string }
  /** The client that the team can share a new comment with. */
  client?: string | undefined
  onSubmit: (
    comment: { text: string; mentions: string[]; shared: boolean },
    fileIds: string[],
  ) => Promise<unknown>
  onCancel?: () => void
}

/** The comment form. "@" suggests team members; Ctrl/Cmd+Enter submits. */
export function CommentForm({
  label,
  submitLabel,
  place,
  team,
  initialText = '',
  mentioned,
  task,
  client,
  onSubmit,
  onCancel,
}: CommentFormProps) {
  const input = useRef<HTMLTextAreaElement>(null)
  const rows = useRowRemoval<HTMLFormElement>()
  const [draft, setDraft] = useDraft(place, initialText)
  const mention = useMentionChoice(team, mentioned)
  const attachments = useAttachments({
    project_id: task?.project_id ?? '',
    kind: useCan('task.write') ? 'attachment' : 'message',
    task_id: task?.id ?? '',
  })
  const [shared, setShared] = useState(false)
  const received = useReceivedFiles((files) => void attachments.add(files))
  const form = useAppForm({
    schema: commentSchema,
    initialValues: { text: draft },
    resetOnSuccess: false,
    onSubmit: async ({ text }) => {
      const ids = attachments.files.map(({ id }) => id)
      await onSubmit({ text, mentions: mention.mentionedIn(text), shared }, ids)
      write(initialText)
      setShared(false)
      mention.forget()
      attachments.clear()
    },
    fallback: 'Failed to save comment',
  })
  const { value, onChange: _onChange, ...field } = form.fields.getInputProps('text')

  function write(text: string) {
    form.fields.setFieldValue('text', text)
    setDraft(text)
  }

  function choose(person: MessagePersonDto) {
    const next = insertMention(value, mention.caret, person.name)
    write(next.text)
    mention.take(person)
    requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret))
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event)) return
    if (mention.handleKey(event, choose)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      event.currentTarget.form?.requestSubmit()
    }
  }

  const listed = mention.options.length > 0
  return (
    <AppForm form={form} className={classes.comments} {...rows} {...(task !== undefined && received.target)}>
      <MentionList choice={mention} onChoose={choose} />
      <Textarea
        ref={input}
        aria-label={label}
        placeholder={`Write a comment.${team.length > 0 ? ' Use @ to mention someone.' : ''}`}
        minRows={2}
        {...field}
        value={value}
        readOnly={form.submitting}
        // Escape then closes only the list, not the drawer.
        data-mantine-stop-propagation={listed || undefined}
        aria-controls={listed ? 'mention-list' : undefined}
        aria-activedescendant={listed ? mentionOptionId(mention.options[mention.active]) : undefined}
        onChange={(event) => {
          write(event.currentTarget.value)
          mention.follow(event.currentTarget)
        }}
        onSelect={(event) => mention.follow(event.currentTarget)}
        onBlur={mention.close}
        onKeyDown={onKeyDown}
      />
      <Attachments files={attachments.files} onRemove={attachments.remove} />
      {client !== undefined && (
        <Group gap="xs" mt="xs">
          <SegmentedControl
            size="xs"
            aria-label="Who sees the comment"
            value={shared ? 'shared' : 'internal'}
            onChange={(value) => setShared(value === 'shared')}
            data={[
              { value: 'internal', label: 'Internal' },
              { value: 'shared', label: `Visible to ${client}` },
            ]}
          />
          {shared && attachments.files.length > 0 && (
            <Text size="sm" c="dimmed" role="status">
              {client} can also open the files.
            </Text>
          )}
        </Group>
      )}
      <Group justify="flex-end" gap="xs" mt="xs">
        {task !== undefined && (
          <FileButton multiple onChange={(files) => void attachments.add(files)}>
            {(props) => (
              <ActionIcon
                {...props}
                aria-label="Attach files"
                data-add
                loading={attachments.uploading}
                mr="auto"
              >
                <IconPaperclip size={18} aria-hidden />
              </ActionIcon>
            )}
          </FileButton>
        )}
        {onCancel !== undefined && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              write(initialText)
              onCancel()
            }}
          >
            Cancel
          </Button>
        )}
        <SubmitButton size="xs" disabled={attachments.uploading}>
          {submitLabel}
        </SubmitButton>
      </Group>
    </AppForm>
  )
}
