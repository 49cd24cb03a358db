import { Button, Group, Textarea } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import { AppForm, SubmitButton, useAppForm } from '#client/components/app-form.tsx'
import type { MessagePersonDto } from '#shared/messages.ts'
import { commentEditInput } from '#shared/tasks.ts'
import { MentionList } from '../../messages/message/mention-list.tsx'
import { insertMention, mentionedIds } from '../../messages/message/message-text.ts'
import { mentionOptionId, useMentionChoice } from '../../messages/message/use-mention-choice.ts'
import classes from './task-stream.module.css'

const commentSchema = commentEditInput.pick({ text: true })

interface CommentFormProps {
  label: string
  submitLabel: string
  team: MessagePersonDto[]
  initialText?: string
  onSubmit: (comment: { text: string; mentions: string[] }) => Promise<unknown>
  onCancel?: () => void
}

/** The comment form. "@" suggests team members; Ctrl/Cmd+Enter submits. */
export function CommentForm({
  label,
  submitLabel,
  team,
  initialText = '',
  onSubmit,
  onCancel,
}: CommentFormProps) {
  const input = useRef<HTMLTextAreaElement>(null)
  const mention = useMentionChoice(team)
  const form = useAppForm({
    schema: commentSchema,
    initialValues: { text: initialText },
    onSubmit: ({ text }) => onSubmit({ text, mentions: mentionedIds(text, team) }),
    fallback: 'Failed to save comment',
  })
  const { value, onChange, ...field } = form.fields.getInputProps('text')

  function choose(person: MessagePersonDto) {
    const next = insertMention(value, mention.caret, person.name)
    form.fields.setFieldValue('text', next.text)
    mention.close()
    requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret))
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return
    if (mention.handleKey(event, choose)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void form.submit()
    }
  }

  const listed = mention.options.length > 0
  return (
    <AppForm form={form} className={classes.comments}>
      <MentionList choice={mention} onChoose={choose} />
      <Textarea
        ref={input}
        aria-label={label}
        placeholder="Write a comment. Use @ to mention someone."
        minRows={2}
        maxLength={5000}
        {...field}
        value={value}
        // Escape then closes only the list, not the drawer.
        data-mantine-stop-propagation={listed || undefined}
        aria-controls={listed ? 'mention-list' : undefined}
        aria-activedescendant={listed ? mentionOptionId(mention.options[mention.active]) : undefined}
        onChange={(event) => {
          onChange(event)
          mention.follow(event.currentTarget)
        }}
        onSelect={(event) => mention.follow(event.currentTarget)}
        onBlur={mention.close}
        onKeyDown={onKeyDown}
      />
      <Group justify="flex-end" gap="xs" mt="xs">
        {onCancel !== undefined && (
          <Button size="xs" variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <SubmitButton size="xs">{submitLabel}</SubmitButton>
      </Group>
    </AppForm>
  )
}
