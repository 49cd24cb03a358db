import { lazyLayer } from './lazy-layer.tsx'

/** Asks before something is done. */
export const ConfirmDialog = lazyLayer(() => import('./confirm-modal.tsx'), 'ConfirmModal')
