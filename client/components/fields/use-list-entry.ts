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

/**
 * Keeps the focus in a list whose rows can be removed: it moves to the button (`data-remove`) of the row that follows,
 * or else to the button that adds a row (`data-add`).
 */
export function useRowRemoval<Box extends HTMLElement>() {
  const box = useRef<Box>(null)
  /** Set to the row's index when it is removed. */
  const removed = useRef<number | null>(null)
  useEffect(() => {
    if (removed.current === null) return
    const rows = box.current?.querySelectorAll<HTMLElement>('[data-remove]:not(:disabled)') ?? []
    const next = rows[Math.min(removed.current, rows.length - 1)]
    removed.current = null
    const target = next ?? box.current?.querySelector<HTMLElement>('[data-add]')
    target?.focus()
  })
  return { box, removed }
}
