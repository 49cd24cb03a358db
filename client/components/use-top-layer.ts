import { useEffect, useId, useSyncExternalStore } from 'react'

let layers: readonly string[] = []
const listeners = new Set<() => void>()

function setLayers(next: readonly string[]) {
  layers = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True while this dialog or drawer is the last one opened: only that one answers Escape. */
export function useTopLayer(opened: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!opened) return
    setLayers([...layers, id])
    return () => setLayers(layers.filter((layer) => layer !== id))
  }, [opened, id])
  return useSyncExternalStore(subscribe, () => layers.at(-1) === id)
}
