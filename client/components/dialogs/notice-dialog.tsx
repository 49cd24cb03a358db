import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

interface NoticeDialogProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** Shown instead of a form whose prerequisites are missing. */
export function NoticeDialog({ title, onClose, children }: NoticeDialogProps) {
  return (
    <Dialog title={title} opened onClose={onClose}>
      <Text>{children}</Text>
    </Dialog>
  )
}
