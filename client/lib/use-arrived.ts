import { useDeferredValue, useEffect, useState } from 'react'
import { isUnseen, markSeen } from './first-answers.ts'

/**
 * Whether data is there; told late of what arrives and of what came with the page, so that what shows it is
 * rendered in slices and the screen answers meanwhile.
 */
export function useArrived(data: object | null | undefined): boolean {
  const [cameWithPage] = useState(() => isUnseen(data))
  useEffect(() => {
    if (data) markSeen(data)
  }, [data])
  return useDeferredValue(data !== undefined, cameWithPage ? false : undefined)
}
