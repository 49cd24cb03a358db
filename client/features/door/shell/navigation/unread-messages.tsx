import { VisuallyHidden } from '@mantine/core'
import { trpc } from '#client/lib/queries/trpc.ts'

const MAX_SHOWN = 99

/** The unread message count next to the link; hidden if zero. */
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
