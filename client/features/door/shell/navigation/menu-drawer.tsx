import { Drawer } from '@mantine/core'
import { useBack } from '#client/components/dialogs/use-back.ts'
import { Sidebar } from './sidebar.tsx'

/** The sidebar on phones. */
export function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  useBack(opened, onClose)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="left"
      size={288}
      title="Menu"
      padding={0}
      styles={{ header: { paddingInline: 20 } }}
    >
      <Sidebar collapsed={false} />
    </Drawer>
  )
}
