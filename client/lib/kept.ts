const PREFIX = 'kept:'

/** What a person has typed but not sent, kept in this browser until they sign out. */
export const readKept = (key: string): string => localStorage.getItem(PREFIX + key) ?? ''

export function writeKept(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(PREFIX + key)
    else localStorage.setItem(PREFIX + key, text)
  } catch {
    // A full or forbidden storage costs the copy, not what is on the screen.
  }
}

/** For signing out: nothing of it stays for the next person at this machine. */
export function forgetKept(): void {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  for (const key of keys) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
}
