import { useSyncExternalStore } from 'react'

/** Change listeners. */
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

/** A value outside React that components can subscribe to. */
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
  useSyncExternalStore(subscribe, read, read)
