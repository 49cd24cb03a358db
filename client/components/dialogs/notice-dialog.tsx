import { Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTopLayer } from './use-top-layer.ts'

interface NoticeDialogProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** Shown instead of a form whose prerequisites are missing. */
export function NoticeDialog({ title, onClose, children }: NoticeDialogProps) {
  const top = useTopLayer(true)
  return (
    <Modal
      title={title}
      opened
      onClose={onClose}
      closeOnEscape={top}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text>{children}</Text>
    </Modal>
  )
}
