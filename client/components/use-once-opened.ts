import { useState } from 'react'

/**
 * True from the first opening on: a dialog whose code is loaded by then stays, so that it can close with its
 * motion and give the focus back.
 */
export function useOnceOpened(opened: boolean): boolean {
  const [once, setOnce] = useState(opened)
  if (opened && !once) setOnce(true)
  return once
}
