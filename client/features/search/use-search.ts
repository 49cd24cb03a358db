import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '#client/lib/trpc.ts'

const TYPING_PAUSE_MS = 150

/** The engine of the search box and the palette: grouped results of what is typed, once the typing pauses. */
export function useSearch(typed: string, limit: number) {
  const [query] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS)
  const result = trpc.search.all.useQuery(
    { query, limit },
    { enabled: query !== '', placeholderData: keepPreviousData },
  )
  return {
    query,
    groups: query === '' ? [] : (result.data ?? []),
    isPending: query !== typed.trim() || result.isLoading,
    error: result.error,
    refetch: result.refetch,
  }
}
