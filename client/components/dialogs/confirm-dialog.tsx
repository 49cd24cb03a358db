import { lazyLayer } from './lazy-layer.tsx'

/** Asks for confirmation before an action. */
export const ConfirmDialog = lazyLayer(() => import('./confirm-modal.tsx'), 'ConfirmModal')
