import { clearStored } from './local-store.ts'
import { announceSignOut } from './other-tabs.ts'
import { forgetSession } from './session-state.ts'

/** After the user has signed out: nothing of theirs remains in this browser. */
export function endSession(): void {
  clearStored()
  forgetSession()
  announceSignOut()
}
