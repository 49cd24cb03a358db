import { useDeferredValue, useEffect, useState } from 'react'
import { isUnseen, markSeen } from './first-answers.ts'

/**
 * Whether the data has loaded. Deferred for data that arrives late or came with the page, so that rendering
 * it doesn't block the screen.
 */
export function useDeferredData(data: object | null | undefined): boolean {
  const [cameWithPage] = useState(() => isUnseen(data))
  useEffect(() => {
    if (data) markSeen(data)
  }, [data])
  return useDeferredValue(data !== undefined, cameWithPage ? false : undefined)
}
