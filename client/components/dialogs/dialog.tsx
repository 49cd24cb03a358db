import { Modal, type ModalProps } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { usePhone } from '#client/lib/breakpoints.ts'
import { useBack } from './use-back.ts'

interface DialogProps extends ModalProps {
  /** Full screen on phones: for content that is more than a confirmation. */
  sheet?: boolean
  /** Handles keys pressed anywhere while it is on top. */
  onKey?: (event: KeyboardEvent) => void
}

/**
 * The base of every dialog: Escape and Back close only the topmost one, and focus returns to the element that opened
 * it.
 */
export function Dialog({
  sheet = false,
  fullScreen = false,
  onKey,
  closeOnEscape = true,
  ...props
}: DialogProps) {
  const phone = usePhone()
  const top = useBack(props.opened, () => closeOnEscape && props.onClose())
  useWindowEvent('keydown', (event) => {
    if (top) onKey?.(event)
  })
  return <Modal {...props} fullScreen={fullScreen || (sheet && phone)} closeOnEscape={closeOnEscape && top} />
}
