export const MAX_TOASTS = 3
export const TOAST_MS = 4000
/** How long an action can be undone. */
export const UNDO_MS = 6000

export interface Toast {
  title: string
  message?: string
  /** An action, for example "Undo". */
  action?: { label: string; onClick: () => void }
}

export type ToastRequest = Toast & { tone: 'plain' | 'destructive' }
