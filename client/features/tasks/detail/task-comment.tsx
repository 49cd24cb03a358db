import { Group, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { ActionMenu } from '#client/components/action-menu.tsx'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { UserAvatar } from '#client/components/user-avatar.tsx'
import { errorToast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { MessagePersonDto } from '#shared/messages.ts'
import type { CommentDto } from '#shared/tasks.ts'
import { MessageBody } from '../../messages/message/message-body.tsx'
import { CommentForm } from './comment-form.tsx'
import classes from './task-stream.module.css'

const FACE = 24

/** A comment with its author's face; their own can be changed. */
export function TaskComment({ comment, team }: { comment: CommentDto; team: MessagePersonDto[] }) {
  const [editing, setEditing] = useState(false)
  const edit = trpc.tasks.editComment.useMutation()
  return (
    <article className={classes.comment} aria-label={`Comment of ${comment.author_name}`}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <UserAvatar name={comment.author_name} size={FACE} />
        <Text size="sm" c="dimmed" component="div" flex={1}>
          <Text span size="sm" fw={600} c="var(--mantine-color-text)">
            {comment.author_name}
          </Text>{' '}
          <RelativeTime instant={comment.created_at} />
          {comment.edited_at !== null && ' · edited'}
        </Text>
        <CommentMenu comment={comment} onEdit={() => setEditing(true)} />
      </Group>
      {editing ? (
        <CommentForm
          label="Edit comment"
          submitLabel="Save comment"
          team={team}
          initialText={comment.text}
          onSubmit={async (changed) => {
            await edit.mutateAsync({ id: comment.id, ...changed })
            setEditing(false)
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <MessageBody content={comment.text} mentioned={comment.mentions.map((mention) => mention.name)} />
      )}
    </article>
  )
}

/** Users can edit and delete their own comments; owners can delete any comment. */
function CommentMenu({ comment, onEdit }: { comment: CommentDto; onEdit: () => void }) {
  const [asked, setAsked] = useState(false)
  const remove = trpc.tasks.deleteComment.useMutation({ onError: errorToast('Failed to delete comment') })
  if (!comment.can_edit && !comment.can_delete) return null
  return (
    <>
      <ActionMenu label={`comment of ${comment.author_name}`}>
        {comment.can_edit && <Menu.Item onClick={onEdit}>Edit</Menu.Item>}
        {comment.can_delete && <Menu.Item onClick={() => setAsked(true)}>Delete</Menu.Item>}
      </ActionMenu>
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title="Delete comment"
        message="This deletes the comment for everyone."
        confirmLabel="Delete comment"
        destructive
        onConfirm={() => remove.mutateAsync({ id: comment.id })}
      />
    </>
  )
}
