import { useDeferredValue } from 'react'

/** Whether data is there; told late, so that what shows it is rendered in slices and the screen answers meanwhile. */
export const useArrived = (data: unknown): boolean => useDeferredValue(data !== undefined)
