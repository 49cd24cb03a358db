import { useState } from 'react'
import { readStored, writeStored } from './local-store.ts'
import { useUser } from './session.ts'

/**
 * A text being written, which survives leaving the screen. `place` says where, such as a conversation's project; give
 * the component its key. Setting the initial text again forgets the draft.
 */
export function useDraft(place: string, initial = '') {
  const key = `draft:${useUser().user_id}:${place}`
  const [text, setText] = useState(() => readStored(key) || initial)
  return [
    text,
    (next: string) => {
      setText(next)
      writeStored(key, next === initial ? '' : next)
    },
  ] as const
}
