import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'
import { MAX_SEARCH_LENGTH, tooLong } from '#shared/base/text/length.ts'
import type { SearchResult } from '#shared/overview/search.ts'

const TYPING_PAUSE_MS = 150

/** Search for the search box and the palette: grouped results, debounced. */
export function useSearch(typed: string, limit: number) {
  const [query] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS)
  const result = trpc.search.all.useQuery(
    { query, limit },
    {
      enabled: query !== '' && tooLong(query, MAX_SEARCH_LENGTH) === null,
      placeholderData: keepPreviousData,
    },
  )
  return {
    query,
    groups: query === '' ? [] : (result.data ?? []),
    isPending: query !== typed.trim() || result.isLoading,
    error: result.error,
    refetch: result.refetch,
  }
}

/** Where a result belongs, including its agency for users who search more than one. */
export function useDetail(): (result: SearchResult) => string {
  const isAdmin = useUser().role === 'super_admin'
  return ({ subtitle, agency_name }) =>
    [subtitle, isAdmin ? agency_name : ''].filter((part) => part !== '').join(' · ')
}
