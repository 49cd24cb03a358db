import { ActionIcon, Drawer } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { EmptyState } from '#client/components/empty-state.tsx'
import { closeNotifications, openNotifications, useNotificationsOpened } from './notification-panel-state.ts'

export function NotificationBell() {
  const opened = useNotificationsOpened()
  return (
    <>
      <ActionIcon aria-label="Notifications" onClick={openNotifications}>
        <IconBell size={18} aria-hidden />
      </ActionIcon>
      <Drawer
        title="Notifications"
        opened={opened}
        onClose={closeNotifications}
        size={400}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <EmptyState drawing="message" title="No notifications yet" />
      </Drawer>
    </>
  )
}
