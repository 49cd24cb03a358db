import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { PHONE } from '#client/lib/breakpoints.ts'
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
  const phone = useMediaQuery(PHONE)
  const top = useTopLayer(opened)
  return (
    <Drawer
      title={title}
      opened={opened}
      onClose={onClose}
      closeOnEscape={top}
      size={phone ? '100%' : 560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <SectionLevel value={3}>{children}</SectionLevel>
    </Drawer>
  )
}
