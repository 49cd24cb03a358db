import { useEffect, useId } from 'react'
import { createStore, useStore } from '#client/lib/store.ts'

const layers = createStore<readonly string[]>([])

/** True while this dialog or drawer is on top; only the top one responds to Escape. */
export function useTopLayer(opened: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!opened) return
    layers.write([...layers.read(), id])
    return () => layers.write(layers.read().filter((layer) => layer !== id))
  }, [opened, id])
  return useStore({ subscribe: layers.subscribe, read: () => layers.read().at(-1) === id })
}
