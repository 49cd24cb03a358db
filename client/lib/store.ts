import { useSyncExternalStore } from 'react'

/** Who wants to know of changes. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    notify: () => {
      for (const listener of listeners) listener()
    },
  }
}

/** One value outside the screens, which several of them follow. */
export interface Store<Value> {
  read: () => Value
  write: (next: Value) => void
  subscribe: (listener: () => void) => () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  const { subscribe, notify } = createListeners()
  let value = initial
  return {
    subscribe,
    read: () => value,
    write: (next) => {
      value = next
      notify()
    },
  }
}

export const useStore = <Value>({ subscribe, read }: Pick<Store<Value>, 'subscribe' | 'read'>): Value =>
  useSyncExternalStore(subscribe, read)
