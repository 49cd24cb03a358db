const RENEWED = 'session-renewed'

/** The server gave this session a new id: what is open with the one before connects again. */
export const announceRenewal = () => window.dispatchEvent(new Event(RENEWED))

/** Runs the listener at each renewal; returns what stops that. */
export function onRenewal(listener: () => void): () => void {
  window.addEventListener(RENEWED, listener)
  return () => window.removeEventListener(RENEWED, listener)
}
