import { Drawer } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { usePhone } from '#client/lib/breakpoints.ts'
import { useTopLayer } from '../dialogs/use-top-layer.ts'
import { SectionLevel } from './detail-parts.tsx'

interface DetailDrawerProps {
  title: ReactNode
  /** Open while the URL names a record, for example `opened={search.client !== null}`. */
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
      // Mount it closed: an overlay that is open on mount doesn't return focus when it closes.
      opened={opened && mounted}
      onClose={onClose}
      closeOnEscape={top}
      size={phone ? '100%' : 560}
    >
      <SectionLevel value={3}>{children}</SectionLevel>
    </Drawer>
  )
}
