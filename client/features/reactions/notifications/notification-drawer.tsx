import { Drawer } from '@mantine/core'
import { unreadHeading } from '#shared/reactions/notifications.ts'
import { NotificationList } from './notification-list.tsx'

interface NotificationDrawerProps {
  opened: boolean
  unread: number
  onClose: () => void
}

export const NotificationDrawer = ({ opened, unread, onClose }: NotificationDrawerProps) => (
  <Drawer
    title={unreadHeading(unread)}
    opened={opened}
    onClose={onClose}
    size={420}
    padding={0}
    styles={{ header: { paddingInline: 16 } }}
  >
    <NotificationList unread={unread} onOpen={onClose} />
  </Drawer>
)
