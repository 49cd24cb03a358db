const RENEWED = 'session-renewed'

/** Fires when the server renews the session's id, so that open connections reconnect. */
export const announceRenewal = () => window.dispatchEvent(new Event(RENEWED))

/** Runs the listener on each renewal; returns a function that removes it. */
export function onRenewal(listener: () => void): () => void {
  window.addEventListener(RENEWED, listener)
  return () => window.removeEventListener(RENEWED, listener)
}
