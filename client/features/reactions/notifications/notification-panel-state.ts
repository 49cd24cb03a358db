import { createStore, useStore } from '#client/lib/store.ts'

const opened = createStore(false)

/** The bell and the user menu open the same list. */
export const openNotifications = () => opened.write(true)
export const closeNotifications = () => opened.write(false)

export const useNotificationsOpened = (): boolean => useStore(opened)
