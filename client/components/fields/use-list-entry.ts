import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
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
 * Keeps the focus in a list whose rows can be removed: once a row is gone, it moves to the button (`data-remove`) of the
 * row that follows, or else to the control that adds a row (`data-add`) or the list itself.
 */
export function useRowRemoval<Box extends HTMLElement>() {
  const ref = useRef<Box>(null)
  /** The place of the row whose button was clicked last, and the number of rows at the time. */
  const clicked = useRef<{ index: number; rows: number } | null>(null)
  useEffect(() => {
    const box = ref.current
    if (clicked.current === null || box === null) return
    const buttons = buttonsIn(box)
    // A row that the server removes is still there.
    if (buttons.length >= clicked.current.rows) return
    const next = buttons[Math.min(clicked.current.index, buttons.length - 1)]
    const targets = [next, box.querySelector<HTMLElement>('[data-add]')].filter((target) => target != null)
    const target = targets.length === 0 ? box : targets.find((one) => !one.matches(':disabled'))
    // Until the change is saved, all may be disabled.
    if (target === undefined) return
    clicked.current = null
    const focused = document.activeElement
    if (focused !== null && focused !== document.body && !focused.matches(':disabled')) return
    if (target === box) box.tabIndex = -1
    target.focus()
  })
  const onClickCapture = ({ target }: MouseEvent) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-remove]')
    if (!button || ref.current === null) return
    const buttons = buttonsIn(ref.current)
    clicked.current = { index: buttons.indexOf(button), rows: buttons.length }
  }
  return { ref, onClickCapture }
}

const buttonsIn = (box: HTMLElement): HTMLElement[] => [...box.querySelectorAll<HTMLElement>('[data-remove]')]
