import { Loader } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { Fragment, useEffect, useRef, useState } from 'react'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { useUser, useZone } from '#client/lib/session/session.ts'
import { inZone } from '#client/lib/time/dates.ts'
import { formatDate } from '#shared/base/format.ts'
import type { MessageDto, MessagePersonDto } from '#shared/work/messages.ts'
import classes from '../message/messages.module.css'
import type { OutgoingMessage } from '../message/outbox.ts'
import { MessageRow } from './message-row.tsx'
import { OutgoingRow } from './outgoing-row.tsx'

/** Consecutive messages by one person within this many minutes share one header. */
const GROUP_MINUTES = 5
const HIGHLIGHT_MS = 3000

interface MessageListProps {
  /** In ascending order. */
  messages: MessageDto[]
  outgoing: OutgoingMessage[]
  people: MessagePersonDto[]
  messageId: string | null
  older: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

export function MessageList({ messages, outgoing, people, messageId, older }: MessageListProps) {
  const { user_id } = useUser()
  const zone = useZone()
  const scroller = useRef<HTMLDivElement>(null)
  const highlighted = usePointedAt(messageId, messages, older)

  // The list is anchored to its end: offset 0 is the newest message. The user's own messages always scroll
  // into view.
  const own = (outgoing.at(-1) ?? messages.findLast((message) => message.sender_id === user_id))?.id
  const shown = useRef(own)
  useEffect(() => {
    if (shown.current !== own) scroller.current?.scrollTo({ top: 0 })
    shown.current = own
  }, [own])

  if (messages.length === 0 && outgoing.length === 0) {
    return (
      <div className={classes.middle}>
        <EmptyState drawing="message" title="No messages yet. Start the conversation!" />
      </div>
    )
  }
  const lastOwn = messages.findLast((message) => message.sender_id === user_id && !message.deleted)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the list scrollable by keyboard
    <div ref={scroller} className={classes.scroller} role="log" aria-label="Messages" tabIndex={0}>
      <div className={classes.messages}>
        {older.hasNextPage && <Older older={older} scroller={scroller} />}
        {messages.map((message, index) => {
          const previous = messages[index - 1]
          const day = dayOf(message.timestamp, zone)
          const startsDay = previous === undefined || dayOf(previous.timestamp, zone) !== day
          return (
            <Fragment key={message.id}>
              {startsDay && <div className={classes.day}>{day}</div>}
              <MessageRow
                message={message}
                people={people}
                startsGroup={startsDay || !standsTogether(previous, message)}
                showSeen={message.id === lastOwn?.id}
                highlighted={message.id === highlighted}
              />
            </Fragment>
          )
        })}
        {outgoing.map((message) => (
          <OutgoingRow key={message.id} message={message} />
        ))}
      </div>
    </div>
  )
}

const standsTogether = (previous: MessageDto, message: MessageDto): boolean =>
  previous.sender_id === message.sender_id &&
  Date.parse(message.timestamp) - Date.parse(previous.timestamp) < GROUP_MINUTES * 60_000

function dayOf(instant: string, zone: string): string {
  const moment = inZone(instant, zone)
  const now = inZone(new Date().toISOString(), zone)
  if (moment.isSame(now, 'day')) return 'Today'
  if (moment.isSame(now.subtract(1, 'day'), 'day')) return 'Yesterday'
  return formatDate(moment.format('YYYY-MM-DD'))
}

/** Loads older messages when scrolled to the top. */
function Older({
  older: { isFetchingNextPage, fetchNextPage },
  scroller,
}: {
  older: MessageListProps['older']
  scroller: React.RefObject<HTMLDivElement | null>
}) {
  const { ref, entry } = useIntersection({ root: scroller.current, rootMargin: '200px' })
  const isVisible = entry?.isIntersecting ?? false
  useEffect(() => {
    if (isVisible && !isFetchingNextPage) void fetchNextPage()
  }, [isVisible, isFetchingNextPage, fetchNextPage])
  return (
    <div ref={ref} className={classes.older}>
      {isFetchingNextPage && <Loader size="xs" aria-label="Loading older messages" />}
    </div>
  )
}

/** Loads pages until the message is found, then scrolls to it once and highlights it briefly. */
function usePointedAt(
  messageId: string | null,
  messages: MessageDto[],
  { hasNextPage, isFetchingNextPage, fetchNextPage }: MessageListProps['older'],
): string | null {
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const isLoaded = messages.some((message) => message.id === messageId)
  useEffect(() => {
    if (messageId === null) return
    if (!isLoaded) {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
      return
    }
    document.getElementById(`message-${messageId}`)?.scrollIntoView({ block: 'center' })
    setHighlighted(messageId)
    const timer = setTimeout(() => setHighlighted(null), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [messageId, isLoaded, hasNextPage, isFetchingNextPage, fetchNextPage])
  return highlighted
}
