import { browserStorage, tabStorage } from './storage.ts'

const PREFIX = 'kept:'

/** Drafts of forms, in the tab's own storage. */
export const FORM_DRAFTS = 'kept:forms'

/** Drafts and recent items, stored in this browser until the user signs out. */
export const readStored = (key: string): string => browserStorage.read(PREFIX + key) ?? ''

export function writeStored(key: string, text: string): void {
  if (text === '') browserStorage.remove(PREFIX + key)
  else browserStorage.write(PREFIX + key, text)
}

const OWNER = 'kept-for'

/** Stored data belongs to one user; if another user's session expired, their data is removed. */
export function storeFor(userId: string): void {
  if (browserStorage.read(OWNER) === userId) return
  clearStored()
  browserStorage.write(OWNER, userId)
}

/** Called on sign-out, so that nothing remains for the next user of this browser. */
export function clearStored(): void {
  for (const key of browserStorage.keys()) if (key.startsWith(PREFIX)) browserStorage.remove(key)
  clearFormDrafts()
}

export const clearFormDrafts = (): void => tabStorage.remove(FORM_DRAFTS)
