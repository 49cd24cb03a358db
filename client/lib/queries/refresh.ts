import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'
import { ALL_DOMAINS } from '#shared/base/live.ts'

/** Minimum interval; updates in between are merged. */
const REFRESH_PAUSE_MS = 400

/** Whether a query belongs to one of the routers; tRPC query keys start with the procedure path. */
export const belongsTo = (queryKey: readonly unknown[], domains: ReadonlySet<string>): boolean =>
  domains.has(ALL_DOMAINS) || (Array.isArray(queryKey[0]) && domains.has(queryKey[0][0]))

/**
 * Invalidates queries. An initial load in flight may have read data from before the change and would count as
 * fresh when it arrives, so it is refetched.
 */
export function refreshQueries(client: QueryClient, filters: InvalidateQueryFilters = {}) {
  const isFirstLoad = { ...filters, fetchStatus: 'fetching' as const, status: 'pending' as const }
  for (const query of client.getQueryCache().findAll(isFirstLoad)) {
    const refetch = () => void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    query.promise?.then(refetch, () => undefined)
  }
  void client.invalidateQueries(filters)
}

/**
 * Refreshes the queries of the named routers immediately, then throttles so that slow responses can arrive.
 */
export function createRefresher(client: QueryClient) {
  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    timer = undefined
    if (waiting.size === 0) return
    const domains = new Set(waiting)
    waiting.clear()
    timer = setTimeout(flush, REFRESH_PAUSE_MS)
    refreshQueries(client, { predicate: (query) => belongsTo(query.queryKey, domains) })
  }

  return {
    refresh(domains: readonly string[]) {
      for (const domain of domains) waiting.add(domain)
      if (timer === undefined) flush()
    },
    stop: () => clearTimeout(timer),
  }
}
