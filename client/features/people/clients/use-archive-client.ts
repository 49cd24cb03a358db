import type { InfiniteData } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useOptimistic, withoutItem } from '#client/lib/queries/optimistic.ts'
import { type Inputs, trpc } from '#client/lib/queries/trpc.ts'
import { performed } from '#client/lib/toasts/toast.ts'
import type { Page } from '#shared/base/paging.ts'
import type { ClientDto } from '#shared/people/clients.ts'

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
