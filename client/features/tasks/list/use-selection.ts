import { useState } from 'react'

/** The maximum number of tasks per bulk change. */
export const MAX_SELECTED = 100

/** The selected tasks; tasks that leave the list are deselected. */
export function useSelection(loaded: readonly { id: string }[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const selected = loaded.filter((task) => ticked.has(task.id)).map((task) => task.id)
  const all = Math.min(loaded.length, MAX_SELECTED)
  return {
    selected,
    has: (id: string) => ticked.has(id),
    full: selected.length >= MAX_SELECTED,
    state: selected.length === 0 ? 'none' : selected.length >= all ? 'all' : 'some',
    toggle(id: string) {
      const next = new Set(selected)
      if (!next.delete(id) && next.size < MAX_SELECTED) next.add(id)
      setTicked(next)
    },
    toggleAll: () =>
      setTicked(new Set(selected.length >= all ? [] : loaded.slice(0, MAX_SELECTED).map((task) => task.id))),
    clear: () => setTicked(new Set()),
  } as const
}
