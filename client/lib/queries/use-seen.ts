import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect } from 'react'
import { useViewing } from '../session/session.ts'
import { trpc } from './trpc.ts'

/** Marks the user's notifications that lead to a record as read while it is shown; null if it isn't. */
export function useSeen(link: string | null): void {
  const viewing = useViewing()
  const utils = trpc.useUtils()
  const isVisible = useDocumentVisibility() === 'visible'
  const { data: unread = 0 } = trpc.notifications.unreadCount.useQuery()
  const { mutate } = trpc.notifications.markLinkRead.useMutation({
    meta: { refresh: false },
    onSuccess: () => utils.notifications.invalidate(),
  })
  useEffect(() => {
    if (link !== null && isVisible && unread > 0 && !viewing) mutate({ link })
  }, [link, isVisible, unread, viewing, mutate])
}
