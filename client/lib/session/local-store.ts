const PREFIX = 'kept:'

/** Drafts of forms, in the tab's own storage. */
export const FORM_DRAFTS = 'kept:forms'

/** Drafts and recent items, stored in this browser until the user signs out. */
export const readStored = (key: string): string => localStorage.getItem(PREFIX + key) ?? ''

export function writeStored(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(PREFIX + key)
    else localStorage.setItem(PREFIX + key, text)
  } catch {
    // If storage is full or blocked, only the stored copy is lost.
  }
}

const OWNER = 'kept-for'

/** Stored data belongs to one user; if another user's session expired, their data is removed. */
export function storeFor(userId: string): void {
  if (localStorage.getItem(OWNER) === userId) return
  clearStored()
  try {
    localStorage.setItem(OWNER, userId)
  } catch {
    // If storage isn't available, there is nothing to remove.
  }
}

/** Called on sign-out, so that nothing remains for the next user of this browser. */
export function clearStored(): void {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  for (const key of keys) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  sessionStorage.removeItem(FORM_DRAFTS)
}
