import type { HttpRoute } from './endpoint.ts'

/** Paths served outside of tRPC calls and `httpRoutes`. */
const OWN = ['/trpc', '/healthz', '/readyz', '/metrics', '/directory']

/** The long-lived stream, whose duration is meaningless. */
const STREAM = '/trpc/live.changes'

/**
 * Returns the part of the portal that a URL belongs to, one of a few: `/` for pages, `/assets` for the
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
