import { Drawer } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { usePhone } from '#client/lib/breakpoints.ts'
import { SectionLevel } from './detail-parts.tsx'
import { useTopLayer } from './use-top-layer.ts'

interface DetailDrawerProps {
  title: ReactNode
  /** Open while the URL names a record: `opened={search.client !== null}`. */
  opened: boolean
  onClose: () => void
  children: ReactNode
}

/** A record next to its list; full screen on phones. */
export function DetailDrawer({ title, opened, onClose, children }: DetailDrawerProps) {
  const phone = usePhone()
  const top = useTopLayer(opened)
  const mounted = useMounted()
  return (
    <Drawer
      title={title}
      // What is open as it is mounted would not give the focus back.
      opened={opened && mounted}
      onClose={onClose}
      closeOnEscape={top}
      size={phone ? '100%' : 560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <SectionLevel value={3}>{children}</SectionLevel>
    </Drawer>
  )
}
