import { useState } from 'react'
import { readStored, writeStored } from '#client/lib/session/local-store.ts'
import { useUser } from '#client/lib/session/session.ts'

/** The draft of one conversation, which survives leaving the screen. Mount once per project. */
export function useDraft(projectId: string) {
  const key = `draft:${useUser().user_id}:${projectId}`
  const [text, setText] = useState(() => readStored(key))
  return [
    text,
    (next: string) => {
      setText(next)
      writeStored(key, next)
    },
  ] as const
}
