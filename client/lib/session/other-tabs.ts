export const SIGN_IN_CHANNEL = 'sign-in'

/** Tells other tabs about a sign-in: they share the session cookie. */
export function announceSignIn(): void {
  const channel = new BroadcastChannel(SIGN_IN_CHANNEL)
  channel.postMessage(null)
  channel.close()
}
