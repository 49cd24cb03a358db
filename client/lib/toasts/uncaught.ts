import { errorData } from '../calls/errors.ts'
import { toastDestructive } from './toast.ts'

/** Failures of the network, which have their own notice, and calls that were called off. */
const EXPECTED = /fetch|network|load|import|abort/i

/** A fault of the client itself, about which nobody else tells the user. */
function isOwnFault(error: unknown): boolean {
  if (!(error instanceof Error) || errorData(error).code !== undefined) return false
  return !EXPECTED.test(`${error.name} ${error.message}`)
}

/** Shows an error for each exception that no code handles: a click must not end in silence. */
export function reportUncaught(): void {
  const report = (error: unknown) => {
    if (!isOwnFault(error)) return
    toastDestructive({
      title: 'Error',
      message: 'Something went wrong on this page. Please check whether your change was saved.',
    })
  }
  window.addEventListener('error', (event) => report(event.error))
  window.addEventListener('unhandledrejection', (event) => report(event.reason))
}
