import { useState } from 'react'
import { readKept, writeKept } from '#client/lib/kept.ts'
import { useUser } from '#client/lib/session.ts'

/** The unsent text of one conversation; it outlives the screen. Mount once per project. */
export function useDraft(projectId: string) {
  const key = `draft:${useUser().user_id}:${projectId}`
  const [text, setText] = useState(() => readKept(key))
  return [
    text,
    (next: string) => {
      setText(next)
      writeKept(key, next)
    },
  ] as const
}
