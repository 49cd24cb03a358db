import { VisuallyHidden } from '@mantine/core'
import { trpc } from '#client/lib/trpc.ts'

const MAX_SHOWN = 99

/** How many messages are unread, beside the link to them; nothing if none are. */
export function UnreadMessages({ className }: { className?: string }) {
  const { data: unread = 0 } = trpc.messages.unreadCount.useQuery()
  if (unread === 0) return null
  return (
    <span className={className}>
      {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
      <VisuallyHidden> unread</VisuallyHidden>
    </span>
  )
}
