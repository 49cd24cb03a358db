import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useEffect } from 'react'
import { belongsTo, refreshQueries } from '#client/lib/queries/refresh.ts'
import { trpc, trpcClient } from '#client/lib/queries/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'
import { useStore } from '#client/lib/store.ts'
import { toast } from '#client/lib/toasts/toast.ts'
import type { Page } from '#shared/base/paging.ts'
import type { MessageDto } from '#shared/work/messages.ts'
import { Outbox } from './outbox.ts'

/** After this long without a response, the server counts as unreachable. */
const SEND_TIMEOUT_MS = 10_000
const MESSAGES = new Set(['messages'])

const outboxes = new WeakMap<QueryClient, Outbox>()

/** One per user and tab, like the cache it refreshes. */
function outboxOf(client: QueryClient, userId: string): Outbox {
  const existing = outboxes.get(client)
  if (existing !== undefined) return existing
  const outbox = new Outbox({
    key: `outbox:${userId}`,
    send: ({ id, project_id, content, mentions, attachments }) =>
      trpcClient.messages.send.mutate(
        { id, project_id, content, mentions, file_ids: attachments.map((file) => file.id) },
        { signal: AbortSignal.timeout(SEND_TIMEOUT_MS) },
      ),
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
    const resume = () => void outbox.resume()
    window.addEventListener('online', resume)
    resume()
    return () => {
      window.removeEventListener('online', resume)
      outbox.stop()
    }
  }, [outbox])
}
