import { useState } from 'react'

/** The maximum number of tasks per bulk change. */
export const MAX_SELECTED = 100

/** The selected tasks; tasks that leave the list are deselected. */
export function useSelection(loaded: readonly { id: string }[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  /** The row that was selected last, the anchor of a Shift selection. */
  const [anchor, setAnchor] = useState<string | null>(null)
  const selected = loaded.filter((task) => ticked.has(task.id)).map((task) => task.id)
  const all = Math.min(loaded.length, MAX_SELECTED)
  return {
    selected,
    has: (id: string) => ticked.has(id),
    full: selected.length >= MAX_SELECTED,
    state: selected.length === 0 ? 'none' : selected.length >= all ? 'all' : 'some',
    /** Selects or deselects a row; `range` extends this to all rows since the last one. */
    toggle(index: number, range = false) {
      const from = range ? loaded.findIndex(({ id }) => id === anchor) : -1
      const [first, last] = from < 0 ? [index, index] : [Math.min(from, index), Math.max(from, index)]
      const tick = !ticked.has(loaded[index]?.id ?? '')
      const next = new Set(selected)
      for (const { id } of loaded.slice(first, last + 1)) {
        if (!tick) next.delete(id)
        else if (next.size < MAX_SELECTED) next.add(id)
      }
      setTicked(next)
      setAnchor(loaded[index]?.id ?? null)
    },
    toggleAll: () =>
      setTicked(new Set(selected.length >= all ? [] : loaded.slice(0, MAX_SELECTED).map((task) => task.id))),
    clear: () => setTicked(new Set()),
  } as const
}
