/** Sign-ins and sign-outs: all tabs share the session cookie. */
const CHANNEL = 'sign-in'

type Change = 'in' | 'out'

function announce(change: Change): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(change)
  channel.close()
}

export const announceSignIn = (): void => announce('in')

/** For deliberate sign-outs: without it, other tabs take the end of the session for an expiry and keep their data. */
export const announceSignOut = (): void => announce('out')

/** Calls the listener on changes in other tabs; returns a function that stops it. */
export function onOtherTabs(listener: (change: Change) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => listener(data === 'out' ? 'out' : 'in')
  return () => channel.close()
}
