import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the element when what is shown changes, if that removed the focused element. */
export function useFocusOnChange<Focused extends HTMLElement>(shown: unknown): RefObject<Focused | null> {
  const ref = useRef<Focused>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (document.activeElement === document.body) ref.current?.focus()
  }, [shown])
  return ref
}
