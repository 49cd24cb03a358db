import { Menu, Text, Tooltip } from '@mantine/core'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { UserAvatar } from '#client/components/marks/user-avatar.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser, useZone } from '#client/lib/session/session.ts'
import { formatTime } from '#client/lib/time/dates.ts'
import { errorToast } from '#client/lib/toasts/toast.ts'
import { MESSAGE_EDIT_MINUTES, type MessageDto, type MessagePersonDto } from '#shared/work/messages.ts'
import { Attachments } from '../message/attachments.tsx'
import { MessageBody } from '../message/message-body.tsx'
import classes from '../message/messages.module.css'
import { EditMessage } from './edit-message.tsx'

interface MessageRowProps {
  message: MessageDto
  people: MessagePersonDto[]
  /** The first of consecutive messages by one person. */
  startsGroup: boolean
  /** The user's last message shows who has seen it. */
  showSeen: boolean
  highlighted: boolean
}

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, people, startsGroup, showSeen, highlighted } = props
  const { user_id } = useUser()
  const zone = useZone()
  const [editing, setEditing] = useState(false)
  const isOwn = message.sender_id === user_id
  const readers = message.read_by.filter((id) => id !== message.sender_id)
  return (
    <div
      id={`message-${message.id}`}
      className={classes.row}
      data-own={isOwn || undefined}
      data-group={startsGroup || undefined}
    >
      {!isOwn && (
        <div className={classes.avatar}>
          {startsGroup && <UserAvatar name={message.sender_name} size={28} />}
        </div>
      )}
      <div className={classes.stack}>
        {startsGroup && <span className={classes.sender}>{isOwn ? 'You' : message.sender_name}</span>}
        <div className={classes.line}>
          <div className={classes.bubble} data-highlighted={highlighted || undefined}>
            {editing ? (
              <EditMessage message={message} people={people} onClose={() => setEditing(false)} />
            ) : (
              <Content message={message} people={people} />
            )}
          </div>
          <div className={classes.aside}>
            <time className={classes.time} dateTime={message.timestamp}>
              {formatTime(message.timestamp, zone)}
            </time>
            {message.edited_at !== null && !message.deleted && <span className={classes.time}>edited</span>}
            {isOwn && !editing && <OwnActions message={message} onEdit={() => setEditing(true)} />}
          </div>
        </div>
        {showSeen && readers.length > 0 && (
          <Tooltip label={`Seen by ${namesOf(readers, people)}`} multiline maw={320}>
            <span className={classes.time}>Seen</span>
          </Tooltip>
        )}
      </div>
    </div>
  )
})

const namesOf = (ids: string[], people: MessagePersonDto[]): string =>
  ids.map((id) => people.find((person) => person.user_id === id)?.name ?? 'the platform').join(', ')

function Content({ message, people }: Pick<MessageRowProps, 'message' | 'people'>) {
  if (message.deleted) {
    return (
      <Text size="sm" c="dimmed" fs="italic">
        This message was deleted
      </Text>
    )
  }
  const names = people.filter(({ user_id }) => message.mentions.includes(user_id)).map(({ name }) => name)
  return (
    <>
      <MessageBody content={message.content} mentioned={names} />
      <Attachments files={message.attachments} />
    </>
  )
}

/** Edit and delete, while the server allows it. */
function OwnActions({ message, onEdit }: { message: MessageDto; onEdit: () => void }) {
  const [confirming, setConfirming] = useState(false)
  const remove = trpc.messages.delete.useMutation({ onError: errorToast('Failed to delete message') })
  if (message.deleted || Date.now() - Date.parse(message.timestamp) > MESSAGE_EDIT_MINUTES * 60_000) {
    return null
  }
  return (
    <>
      <ActionMenu label="your message">
        <Menu.Item leftSection={<IconEdit size={16} aria-hidden />} onClick={onEdit}>
          Edit
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setConfirming(true)}
        >
          Delete
        </Menu.Item>
      </ActionMenu>
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title="Delete message"
        message={`Everyone in this conversation will see that a message was deleted.${
          message.attachments.length > 0 ? ' Files sent only with it are deleted, too.' : ''
        }`}
        confirmLabel="Delete message"
        destructive
        onConfirm={() => remove.mutateAsync({ id: message.id })}
      />
    </>
  )
}
