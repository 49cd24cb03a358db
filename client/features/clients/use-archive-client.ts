import type { InfiniteData } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { useOptimistic, withoutItem } from '#client/lib/optimistic.ts'
import { errorToast, toast } from '#client/lib/toast.ts'
import { type Inputs, trpc } from '#client/lib/trpc.ts'
import type { ClientDto } from '#shared/clients.ts'
import type { Page } from '#shared/paging.ts'

type ClientPages = InfiniteData<Page<ClientDto>>

const FAILED = 'Failed to save client'

/** Takes the client out of the list shown at once; the toast says what happened and offers the way back. */
export function useArchiveClient() {
  const undo = trpc.clients.setArchived.useMutation({
    onError: errorToast(FAILED),
    onSuccess: ({ name }) =>
      toast({ title: 'Action Performed', message: `Client "${name}" has been restored.` }),
  })
  const move = trpc.clients.setArchived.useMutation({
    ...useOptimistic<ClientPages, Inputs['clients']['setArchived']>(
      getQueryKey(trpc.clients.list, undefined, 'infinite'),
      withoutItem,
      FAILED,
    ),
    onSuccess: ({ id, name, archived_at }) => {
      const archived = archived_at !== null
      toast({
        title: 'Action Performed',
        message: `Client "${name}" has been ${archived ? 'archived' : 'restored'}.`,
        action: archived ? { label: 'Undo', onClick: () => undo.mutate({ id, archived: false }) } : undefined,
      })
    },
  })
  return (id: string, archived: boolean) => move.mutate({ id, archived })
}
