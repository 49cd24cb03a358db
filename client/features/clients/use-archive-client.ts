import type { InfiniteData } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useOptimistic, withoutItem } from '#client/lib/optimistic.ts'
import { performed } from '#client/lib/toast.ts'
import { type Inputs, trpc } from '#client/lib/trpc.ts'
import type { ClientDto } from '#shared/clients.ts'
import type { Page } from '#shared/paging.ts'

type ClientPages = InfiniteData<Page<ClientDto>>

/** Removes the client from the list immediately; the toast offers to undo. */
export function useArchiveClient() {
  const move = trpc.clients.setArchived.useMutation({
    ...useOptimistic<ClientPages, Inputs['clients']['setArchived']>(
      getQueryKey(trpc.clients.list, undefined, 'infinite'),
      withoutItem,
      'Failed to save client',
    ),
    onSuccess: ({ id, name, archived_at }) => {
      if (archived_at === null) performed(`Client "${name}" has been restored.`)
      else performed(`Client "${name}" has been archived.`, () => move.mutate({ id, archived: false }))
    },
  })
  return (id: string, archived: boolean) => move.mutate({ id, archived })
}
