import { useState } from 'react'

/** The overlay is open while there is a text, the empty one included. */
export function useSearchOverlay() {
  const [text, setText] = useState<string | null>(null)
  return { text, open: (initial: string) => setText(initial), close: () => setText(null) }
}
