import { Group, Menu, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ActionMenu } from '#client/components/action-menu.tsx'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { DataList } from '#client/components/data-list.tsx'
import { EmptyState } from '#client/components/empty-state.tsx'
import { RelativeTime } from '#client/components/relative-time.tsx'
import { errorToast } from '#client/lib/toast.ts'
import { byCursor, trpc } from '#client/lib/trpc.ts'
import type { MessagePersonDto } from '#shared/messages.ts'
import type { CommentDto, TaskDto } from '#shared/tasks.ts'
import { MessageBody } from '../../messages/message/message-body.tsx'
import { CommentForm } from './comment-form.tsx'
import classes from './task-drawer.module.css'

/** The team's comments, newest first. */
export function TaskComments({ task }: { task: TaskDto }) {
  const list = trpc.tasks.comments.useInfiniteQuery({ task_id: task.id }, byCursor)
  const people = trpc.messages.people.useQuery({ project_id: task.project_id })
  const team = (people.data ?? []).filter((person) => person.role !== 'client')
  const add = trpc.tasks.addComment.useMutation()
  return (
    <Stack gap="sm">
      <CommentForm
        label="Comment"
        submitLabel="Add comment"
        team={team}
        onSubmit={(comment) => add.mutateAsync({ task_id: task.id, ...comment })}
      />
      <DataList
        query={list}
        label="Comments"
        itemKey={(comment) => comment.id}
        layout="rows"
        itemHeight={72}
        renderItem={(comment) => <Comment comment={comment} team={team} />}
        filtered={false}
        noMatchTitle="No comments found"
        onClearFilters={() => {}}
        empty={
          <EmptyState
            drawing="message"
            title="No comments yet"
            message="Discuss this task with the team. Use @ to mention someone."
          />
        }
      />
    </Stack>
  )
}

function Comment({ comment, team }: { comment: CommentDto; team: MessagePersonDto[] }) {
  const [editing, setEditing] = useState(false)
  const edit = trpc.tasks.editComment.useMutation()
  return (
    <div className={classes.comment}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" c="dimmed" component="div">
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
    </div>
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
