import { readStored, writeStored } from '#client/lib/kept.ts'
import type { SearchResult } from '#shared/search.ts'

const MAX_RECENTS = 6

const keyOf = (userId: string): string => `recents:${userId}`

/** Search results the user opened, latest first. */
export function readRecents(userId: string): SearchResult[] {
  try {
    return JSON.parse(readStored(keyOf(userId)) || '[]')
  } catch {
    return []
  }
}

export function rememberOpened(userId: string, result: SearchResult): void {
  const others = readRecents(userId).filter((recent) => recent.id !== result.id)
  writeStored(keyOf(userId), JSON.stringify([result, ...others].slice(0, MAX_RECENTS)))
}
