import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isComposing } from '#client/lib/composing.ts'
import { tooLong } from '#shared/base/text/length.ts'

/**
 * The input that adds entries to a list: Enter adds the trimmed entry without submitting the form, and submitting
 * adds an unfinished one. Empty entries are ignored.
 */
export function useListEntry(limit: number, onAdd: (entry: string) => void) {
  const input = useRef<HTMLInputElement>(null)
  const [entry, setEntry] = useState('')
  const excess = tooLong(entry, limit)
  const add = () => {
    if (excess !== null) return
    const text = entry.trim()
    if (text !== '') onAdd(text)
    setEntry('')
  }
  const addUnfinished = useEffectEvent(add)
  // React handles events after the form's own listeners, so the entry is among the submitted values.
  useEffect(() => {
    const form = input.current?.form
    const listener = () => addUnfinished()
    form?.addEventListener('submit', listener)
    return () => form?.removeEventListener('submit', listener)
  }, [])
  useEffect(() => input.current?.setCustomValidity(excess ?? ''), [excess])
  return {
    add,
    excess,
    inputProps: {
      ref: input,
      value: entry,
      'data-unfinished': entry.trim() !== '' || undefined,
      onChange: (event: { currentTarget: HTMLInputElement }) => setEntry(event.currentTarget.value),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter' || isComposing(event)) return
        event.preventDefault()
        add()
      },
    },
  }
}
