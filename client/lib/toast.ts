import { Abandoned, errorData, serverMessage } from './errors.ts'
import type { Toast, ToastRequest } from './toast-request.ts'

// The library loads with the first toast, not with the first screen.
const show = (toast: ToastRequest) => {
  void import('./toast-host.tsx').then((host) => host.showToast(toast))
}

export const toast = (content: Toast) => show({ ...content, tone: 'plain' })

/** Red, for failures and validation errors. */
export const toastDestructive = (content: Toast) => show({ ...content, tone: 'destructive' })

/** Says what an action did, with an undo button if possible. */
export const performed = (message: string, undo?: () => void) =>
  toast({ title: 'Action Performed', message, action: undo && { label: 'Undo', onClick: undo } })

/** A failed call: the server's title and message if any, otherwise 'Error' and the fallback. */
export function showError(error: unknown, fallback: string) {
  if (error instanceof Abandoned) return
  toastDestructive({ title: errorData(error).title ?? 'Error', message: serverMessage(error) ?? fallback })
}

/** `onError: errorToast('Failed to delete task')` */
export const errorToast = (fallback: string) => (error: unknown) => showError(error, fallback)
