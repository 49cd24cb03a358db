import { Drawer } from '@mantine/core'
import { Sidebar } from './sidebar.tsx'

/** The sidebar on phones. */
export const MenuDrawer = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
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
