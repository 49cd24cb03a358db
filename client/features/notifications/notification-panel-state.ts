import { useSyncExternalStore } from 'react'

let opened = false
const listeners = new Set<() => void>()

function set(next: boolean) {
  opened = next
  for (const listener of listeners) listener()
}

/** The bell and the user menu open the same list. */
export const openNotifications = () => set(true)
export const closeNotifications = () => set(false)

export const useNotificationsOpened = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => opened,
  )
