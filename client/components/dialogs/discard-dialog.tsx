import { ConfirmModal } from './confirm-modal.tsx'

interface DiscardDialogProps {
  message: string
  onClose: () => void
  onDiscard: () => void
}

/**
 * Asks before unsaved input is discarded. Mounted on demand; otherwise the Escape that opens it would also
 * close it.
 */
export const DiscardDialog = ({ message, onClose, onDiscard }: DiscardDialogProps) => (
  <ConfirmModal
    opened
    onClose={onClose}
    title="Discard changes"
    message={message}
    confirmLabel="Discard changes"
    destructive
    onConfirm={onDiscard}
  />
)
