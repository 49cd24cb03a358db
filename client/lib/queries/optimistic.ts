import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { Page } from '#shared/base/paging.ts'
import { showError } from '../toasts/toast.ts'

/**
 * Mutation options for optimistic updates of every cached query under `queryKey`, with rollback and the
 * server's message on failure. `change` receives one query's data and the variables.
 */
export function useOptimistic<Data, Variables>(
  queryKey: QueryKey,
  change: (data: Data, variables: Variables) => Data,
  fallback: string,
) {
  const client = useQueryClient()
  return {
    onMutate: async (variables: Variables) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueriesData<Data>({ queryKey })
      client.setQueriesData<Data>({ queryKey }, (data) =>
        data === undefined ? undefined : change(data, variables),
      )
      return { before }
    },
    onError: (
      error: unknown,
      _variables: Variables,
      context?: { before: [QueryKey, Data | undefined][] },
    ) => {
      for (const [key, data] of context?.before ?? []) client.setQueryData(key, data)
      // The earlier data may show other changes that have failed or succeeded since.
      void client.invalidateQueries({ queryKey })
      showError(error, fallback)
    },
  }
}

/** An update that removes one item from an infinite list. */
export const withoutItem = <Item extends { id: string }>(
  data: InfiniteData<Page<Item>>,
  { id }: { id: string },
): InfiniteData<Page<Item>> => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })),
})
