import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect } from 'react'
import { noticeSignedOut } from '#client/lib/query-client.ts'
import { belongsTo, refreshQueries } from '#client/lib/refresh.ts'
import { useUser } from '#client/lib/session.ts'
import { useStore } from '#client/lib/store.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc, trpcClient } from '#client/lib/trpc.ts'
import type { MessageDto } from '#shared/messages.ts'
import type { Page } from '#shared/paging.ts'
import { Outbox } from './outbox.ts'

/** After this long without a response, the server counts as unreachable. */
const SEND_TIMEOUT_MS = 10_000
const MESSAGES = new Set(['messages'])

const outboxes = new WeakMap<QueryClient, Outbox>()

/** One per user and tab, like the cache it refreshes. */
function outboxOf(client: QueryClient, userId: string): Outbox {
  const known = outboxes.get(client)
  if (known !== undefined) return known
  const outbox = new Outbox({
    key: `outbox:${userId}`,
    send: ({ id, project_id, content, mentions, attachments }) =>
      trpcClient.messages.send
        .mutate(
          { id, project_id, content, mentions, file_ids: attachments.map((file) => file.id) },
          { signal: AbortSignal.timeout(SEND_TIMEOUT_MS) },
        )
        .catch((error: unknown) => {
          noticeSignedOut(error)
          throw error
        }),
    onSent: (message) => {
      addToConversation(client, message)
      toast({ title: 'Message Sent', message: 'Your message has been delivered successfully!' })
      refreshQueries(client, { predicate: (query) => belongsTo(query.queryKey, MESSAGES) })
    },
  })
  outboxes.set(client, outbox)
  return outbox
}

/** Shows the message without waiting for the refreshed list. */
function addToConversation(client: QueryClient, message: MessageDto): void {
  const key = getQueryKey(trpc.messages.list, { project_id: message.project_id }, 'infinite')
  client.setQueryData<InfiniteData<Page<MessageDto>>>(key, (data) => {
    const [latest, ...older] = data?.pages ?? []
    if (data === undefined || latest === undefined) return data
    const items = [...latest.items.filter((item) => item.id !== message.id), message]
    return { ...data, pages: [{ ...latest, items }, ...older] }
  })
}

export function useOutbox() {
  const outbox = outboxOf(useQueryClient(), useUser().user_id)
  return { outbox, waiting: useStore(outbox) }
}

/**
 * Mounted once in the frame, so that queued messages are sent from any screen, after a reload and when back
 * online.
 */
export function useOutboxDelivery(): void {
  const outbox = outboxOf(useQueryClient(), useUser().user_id)
  useEffect(() => {
    const resume = () => outbox.resume()
    window.addEventListener('online', resume)
    resume()
    return () => {
      window.removeEventListener('online', resume)
      outbox.stop()
    }
  }, [outbox])
}
