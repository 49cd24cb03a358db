import { errorData } from '../calls/errors.ts'
import { toastDestructive } from './toast.ts'

/** Network failures, which have their own notice, and canceled calls. */
const EXPECTED = /fetch|network|load|import|abort/i

/** An error of the client itself, which nothing else reports to the user. */
function isOwnFault(error: unknown): boolean {
  if (!(error instanceof Error) || errorData(error).code !== undefined) return false
  return !EXPECTED.test(`${error.name} ${error.message}`)
}

/** Shows an error for each uncaught exception, so that a click never fails silently. */
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
