import type { HttpRoute } from './endpoint.ts'

/** What is answered outside the typed calls and `httpRoutes`. */
const OWN = ['/trpc', '/healthz', '/readyz', '/metrics']

/** The one that stays open; how long says nothing of the portal. */
const STREAM = '/trpc/live.changes'

/**
 * Names the part of the portal an address belongs to, one of a few: `/` stands for the pages, `/assets` for the
 * client's files. Null for the stream of live changes.
 */
export function routeNamer(routes: readonly HttpRoute[]): (url: string) => string | null {
  const names = new Set([...OWN, ...routes.map(({ path }) => firstSegment(path))])
  return (url) => {
    if (url.startsWith(STREAM)) return null
    const first = firstSegment(url)
    if (names.has(first)) return first
    return url.split('?', 1)[0]?.includes('.') ? '/assets' : '/'
  }
}

const firstSegment = (url: string): string => /^\/[^/?]*/.exec(url)?.[0] ?? '/'
