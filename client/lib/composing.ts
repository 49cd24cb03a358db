import type { KeyboardEvent } from 'react'
import { isTouch } from './breakpoints.ts'

/** The `keyCode` of all keys that an input method editor handles. */
const TAKEN = 229

/**
 * Whether an input method editor, as used for Japanese, handles the key. Safari sends the Enter that accepts a word
 * after the composition has ended; only its deprecated `keyCode` reveals that.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === TAKEN

/** Whether the key sends the text: Enter, but with Ctrl or Cmd on touch devices, whose keyboards have no Shift+Enter. */
export const isSending = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' &&
  !event.shiftKey &&
  !isComposing(event) &&
  (!isTouch() || event.ctrlKey || event.metaKey)
