import { Button, Group } from '@mantine/core'
import { useZone } from '#client/lib/session/session.ts'
import { formatTime } from '#client/lib/time/dates.ts'
import { discardUpload } from '../../files/upload.ts'
import { Attachments } from '../message/attachments.tsx'
import { MessageBody } from '../message/message-body.tsx'
import classes from '../message/messages.module.css'
import type { OutgoingMessage } from '../message/outbox.ts'
import { useOutbox } from '../message/use-outbox.ts'

/** A message that the server hasn't received yet. */
export function OutgoingRow({ message }: { message: OutgoingMessage }) {
  const zone = useZone()
  const { outbox } = useOutbox()
  const { refusal } = message
  function discard() {
    outbox.discard(message.id)
    for (const { id } of message.attachments) discardUpload(id)
  }
  return (
    <div className={classes.row} data-own data-group data-waiting>
      <div className={classes.stack}>
        <span className={classes.sender}>You</span>
        <div className={classes.line}>
          <div className={classes.bubble}>
            <MessageBody content={message.content} mentioned={[]} />
            <Attachments files={message.attachments} />
          </div>
          <div className={classes.aside}>
            <time className={classes.time} dateTime={message.timestamp}>
              {formatTime(message.timestamp, zone)}
            </time>
          </div>
        </div>
        {refusal === null ? (
          <span className={classes.time} role="status">
            Waiting for connection
          </span>
        ) : (
          <Group gap="xs" justify="flex-end">
            <span className={classes.refusal} role="alert">
              {refusal}
            </span>
            <Button size="compact-sm" variant="default" onClick={() => outbox.retry(message.id)}>
              Try again
            </Button>
            <Button size="compact-sm" variant="default" onClick={discard}>
              Discard
            </Button>
          </Group>
        )}
      </div>
    </div>
  )
}
