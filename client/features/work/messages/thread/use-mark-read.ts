import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect } from 'react'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser, useViewing } from '#client/lib/session/session.ts'
import type { MessageDto } from '#shared/work/messages.ts'

/** Marks the conversation as read up to its last message while it is visible. */
export function useMarkRead(projectId: string, last: MessageDto | undefined): void {
  const { user_id } = useUser()
  const viewing = useViewing()
  const utils = trpc.useUtils()
  const isVisible = useDocumentVisibility() === 'visible'
  const { mutate } = trpc.messages.markRead.useMutation({
    meta: { refresh: false },
    onSuccess: () =>
      Promise.all([
        utils.messages.invalidate(),
        utils.notifications.invalidate(),
        utils.dashboard.invalidate(),
      ]),
  })
  const unread = last === undefined || viewing || last.read_by.includes(user_id) ? null : last.id
  useEffect(() => {
    if (isVisible && unread !== null) mutate({ project_id: projectId })
  }, [isVisible, unread, projectId, mutate])
}
