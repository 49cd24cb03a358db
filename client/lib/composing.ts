import type { KeyboardEvent } from 'react'

/** The key of all keys that an input method takes. */
const TAKEN = 229

/**
 * Whether an input method, as for Japanese, takes the key. Safari sends the Enter that accepts a word after the
 * composition has ended, and only its outdated code says so.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === TAKEN
