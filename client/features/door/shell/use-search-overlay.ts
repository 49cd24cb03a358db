import { useState } from 'react'

/** The overlay is open while the text isn't null; it may be empty. */
export function useSearchOverlay() {
  const [text, setText] = useState<string | null>(null)
  return { text, open: (initial: string) => setText(initial), close: () => setText(null) }
}
