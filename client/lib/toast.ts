import { Abandoned, errorData, serverMessage } from './errors.ts'
import type { Toast, ToastRequest } from './toast-request.ts'

// The library loads with the first toast: the first screen does not pay for it.
const show = (toast: ToastRequest) => {
  void import('./toast-host.tsx').then((host) => host.showToast(toast))
}

export const toast = (content: Toast) => show({ ...content, tone: 'plain' })

/** Red, for failures and broken rules. */
export const toastDestructive = (content: Toast) => show({ ...content, tone: 'destructive' })

/** Says what an action did, and offers the way back where there is one. */
export const performed = (message: string, undo?: () => void) =>
  toast({ title: 'Action Performed', message, action: undo && { label: 'Undo', onClick: undo } })

/** A failed call: the server's title and words where it sent some, else 'Error' and the fallback. */
export function showError(error: unknown, fallback: string) {
  if (error instanceof Abandoned) return
  toastDestructive({ title: errorData(error).title ?? 'Error', message: serverMessage(error) ?? fallback })
}

/** `onError: errorToast('Failed to delete task')` */
export const errorToast = (fallback: string) => (error: unknown) => showError(error, fallback)
