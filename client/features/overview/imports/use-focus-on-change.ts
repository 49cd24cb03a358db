import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the element when what is shown changes, if that removed the focused element. Null is what isn't loaded yet.
 */
export function useFocusOnChange<Focused extends HTMLElement>(shown: unknown): RefObject<Focused | null> {
  const ref = useRef<Focused>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    const isFirst = before.current === null
    before.current = shown
    if (isFirst) return
    if (document.activeElement === document.body) ref.current?.focus()
  }, [shown])
  return ref
}
