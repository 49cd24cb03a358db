import { Group, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { UserAvatar } from '#client/components/marks/user-avatar.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast } from '#client/lib/toasts/toast.ts'
import type { MessagePersonDto } from '#shared/work/messages.ts'
import type { CommentDto } from '#shared/work/tasks.ts'
import { Attachments } from '../../messages/message/attachments.tsx'
import { MessageBody } from '../../messages/message/message-body.tsx'
import { CommentForm } from './comment-form.tsx'
import classes from './task-stream.module.css'

const FACE = 24

interface TaskCommentProps {
  comment: CommentDto
  team: MessagePersonDto[]
  /** The client's name, for the team. */
  client: string | undefined
}

/** A comment with its author's avatar; authors can edit their own. */
export function TaskComment({ comment, team, client }: TaskCommentProps) {
  const [editing, setEditing] = useState(false)
  const edit = trpc.tasks.editComment.useMutation()
  return (
    <article className={classes.comment} aria-label={`Comment by ${comment.author_name}`}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <UserAvatar name={comment.author_name} size={FACE} />
        <Text size="sm" c="dimmed" component="div" flex={1}>
          <Text span size="sm" fw={600} c="var(--mantine-color-text)">
            {comment.author_name}
          </Text>{' '}
          <RelativeTime instant={comment.created_at} />
          {comment.edited_at !== null && ' · edited'}
          {client !== undefined && comment.shared && (
            <Text span size="sm">
              {comment.by_client ? ' · from the client' : ` · visible to ${client}`}
            </Text>
          )}
        </Text>
        <CommentMenu comment={comment} onEdit={() => setEditing(true)} />
      </Group>
      {editing ? (
        <CommentForm
          label="Edit comment"
          submitLabel="Save comment"
          place={`comment:${comment.id}`}
          team={team}
          initialText={comment.text}
          mentioned={comment.mentions.map((mention) => mention.user_id)}
          onSubmit={async ({ text, mentions }) => {
            await edit.mutateAsync({ id: comment.id, text, mentions })
            setEditing(false)
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <MessageBody content={comment.text} mentioned={comment.mentions.map((mention) => mention.name)} />
      )}
      <Attachments files={comment.attachments} />
    </article>
  )
}

const fateOfFiles = ({ attachments, by_client }: CommentDto): string =>
  attachments.length === 0
    ? ''
    : by_client
      ? ' Its files are deleted, too.'
      : ' Its files stay with the task.'

/** Users can edit and delete their own comments; owners can delete any comment. */
function CommentMenu({ comment, onEdit }: { comment: CommentDto; onEdit: () => void }) {
  const [confirming, setConfirming] = useState(false)
  const remove = trpc.tasks.deleteComment.useMutation({ onError: errorToast('Failed to delete comment') })
  if (!comment.can_edit && !comment.can_delete) return null
  return (
    <>
      <ActionMenu label={`comment by ${comment.author_name}`}>
        {comment.can_edit && <Menu.Item onClick={onEdit}>Edit</Menu.Item>}
        {comment.can_delete && <Menu.Item onClick={() => setConfirming(true)}>Delete</Menu.Item>}
      </ActionMenu>
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title="Delete comment"
        message={`This deletes the comment for everyone.${fateOfFiles(comment)}`}
        confirmLabel="Delete comment"
        destructive
        onConfirm={() => remove.mutateAsync({ id: comment.id })}
      />
    </>
  )
}
