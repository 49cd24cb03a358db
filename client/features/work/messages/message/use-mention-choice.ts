import { type KeyboardEvent, useRef, useState } from 'react'
import { foldText } from '#shared/base/text/fold.ts'
import type { MessagePersonDto } from '#shared/work/messages.ts'
import { mentionedIds } from './mentioned-ids.ts'
import { mentionBefore } from './message-text.ts'

const MAX_OPTIONS = 6

export const mentionOptionId = (person: MessagePersonDto | undefined): string | undefined =>
  person === undefined ? undefined : `mention-${person.user_id}`

/** Suggestions for the "@…" before the caret, with arrow-key selection. `mentioned` are those of an earlier version. */
export function useMentionChoice(people: readonly MessagePersonDto[], mentioned: readonly string[] = []) {
  const chosen = useRef<readonly string[]>(mentioned)
  const [query, setQuery] = useState<string | null>(null)
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  const options =
    query === null
      ? []
      : people
          .filter(({ name }) => matches(name, query) && (name !== query || isShared(name)))
          .slice(0, MAX_OPTIONS)

  function isShared(name: string): boolean {
    return people.filter((person) => person.name === name).length > 1
  }

  const close = () => setQuery(null)

  return {
    options,
    active,
    caret,
    close,
    /** Closes the list; if people share the name, the text then means this one. */
    take({ user_id }: MessagePersonDto) {
      chosen.current = [...chosen.current, user_id]
      close()
    },
    mentionedIn: (text: string): string[] => mentionedIds(text, people, chosen.current),
    /** For the next text. */
    forget() {
      chosen.current = []
    },
    follow({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
      const next = selectionStart === selectionEnd ? mentionBefore(value, selectionStart) : null
      if (next !== query) setActive(0)
      setQuery(next)
      setCaret(selectionStart)
    },
    /** True if the list handled the key. */
    handleKey(event: KeyboardEvent, choose: (person: MessagePersonDto) => void): boolean {
      const person = options[active]
      if (person === undefined) return false
      if (event.key === 'ArrowDown') setActive((active + 1) % options.length)
      else if (event.key === 'ArrowUp') setActive((active + options.length - 1) % options.length)
      else if (event.key === 'Enter' || event.key === 'Tab') choose(person)
      else if (event.key === 'Escape') close()
      else return false
      event.preventDefault()
      return true
    },
  }
}

export type MentionChoice = ReturnType<typeof useMentionChoice>

/** Matches the start of any word of the name. */
function matches(name: string, query: string): boolean {
  const folded = foldText(name)
  const prefix = foldText(query)
  return folded.startsWith(prefix) || folded.split(/\s+/).some((word) => word.startsWith(prefix))
}
