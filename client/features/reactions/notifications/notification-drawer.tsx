import { Drawer } from '@mantine/core'
import { useBack } from '#client/components/dialogs/use-back.ts'
import { unreadHeading } from '#shared/reactions/notifications.ts'
import { NotificationList } from './notification-list.tsx'

interface NotificationDrawerProps {
  opened: boolean
  unread: number
  onClose: () => void
}

export function NotificationDrawer({ opened, unread, onClose }: NotificationDrawerProps) {
  useBack(opened, onClose)
  return (
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
}
