import { readStored, writeStored } from '#client/lib/session/local-store.ts'
import type { SearchResult } from '#shared/overview/search.ts'

const MAX_RECENTS = 6

const MAX_COMMANDS = 3

const commandsKey = (userId: string): string => `recent-commands:${userId}`

const keyOf = (userId: string): string => `recents:${userId}`

/** Search results the user opened, latest first. */
export function readRecents(userId: string): SearchResult[] {
  return readList(keyOf(userId))
}

function readList<Entry>(key: string): Entry[] {
  try {
    return JSON.parse(readStored(key) || '[]')
  } catch {
    return []
  }
}

/** Labels of the palette's commands that the user ran, latest first. */
export const readRecentCommands = (userId: string): string[] => readList(commandsKey(userId))

export function rememberCommand(userId: string, label: string): void {
  const others = readRecentCommands(userId).filter((recent) => recent !== label)
  writeStored(commandsKey(userId), JSON.stringify([label, ...others].slice(0, MAX_COMMANDS)))
}

export function rememberOpened(userId: string, result: SearchResult): void {
  const others = readRecents(userId).filter((recent) => recent.id !== result.id)
  writeStored(keyOf(userId), JSON.stringify([result, ...others].slice(0, MAX_RECENTS)))
}
