import { EMAIL_UNCONFIRMED } from '#shared/base/errors.ts'
import { api } from '../calls/api.ts'
import { patient } from '../calls/connection.ts'
import { Abandoned, errorData, isUnanswered, serverMessage, UNREACHABLE } from '../calls/errors.ts'
import type { Toast, ToastRequest } from './toast-request.ts'

// The library loads with the first toast, not with the first screen.
const loadHost = patient(() => import('./toast-host.tsx'))

const show = (toast: ToastRequest) => {
  // As in the host: typing dismisses failures, including one whose toast is still loading.
  let answered = false
  const answer = () => {
    answered = toast.tone === 'destructive'
  }
  document.addEventListener('input', answer, { capture: true })
  void loadHost()
    .then((host) => {
      document.removeEventListener('input', answer, { capture: true })
      if (!answered) host.showToast(toast)
    })
    .catch((error) => {
      // Even if toasts themselves fail, the user must see the message.
      console.error(error)
      window.alert([toast.title, toast.message].filter(Boolean).join('\n'))
    })
}

export const toast = (content: Toast) => show({ ...content, tone: 'plain' })

/** Red, for failures and validation errors. */
export const toastDestructive = (content: Toast) => show({ ...content, tone: 'destructive' })

/** Confirms an action, with an undo button if possible. */
export const performed = (message: string, undo?: () => void) =>
  toast({ title: 'Action Performed', message, action: undo && { label: 'Undo', onClick: undo } })

/** A failed call: the server's title and message if any, otherwise 'Error' and the fallback. */
export function showError(error: unknown, fallback: string) {
  if (error instanceof Abandoned) return
  const { title = 'Error', reason } = errorData(error)
  const message = serverMessage(error) ?? (isUnanswered(error) ? `${fallback}. ${UNREACHABLE}` : fallback)
  toastDestructive({ title, message, ...(reason === EMAIL_UNCONFIRMED && { action: NEW_LINK }) })
}

/** `onError: errorToast('Failed to delete task')` */
export const errorToast = (fallback: string) => (error: unknown) => showError(error, fallback)

/** Emails the user a new link to confirm their address. */
export async function resendVerification(): Promise<void> {
  try {
    const { sent } = await api.auth.resendVerification.mutate()
    if (sent)
      toast({ title: 'Confirmation link sent', message: 'Open the link in the email, then try again.' })
    else toast({ title: 'Your email address is already confirmed' })
  } catch (error) {
    showError(error, 'Failed to send the confirmation link')
  }
}

const NEW_LINK = { label: 'Send a new link', onClick: () => void resendVerification() }
