import { ActionIcon, Drawer, Indicator } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { trpc } from '#client/lib/trpc.ts'
import { unreadHeading } from '#shared/notifications.ts'
import { NotificationList } from './notification-list.tsx'
import { closeNotifications, openNotifications, useNotificationsOpened } from './notification-panel-state.ts'

const MAX_SHOWN = 99

/** The unread count and the notification list. */
export function NotificationBell() {
  const opened = useNotificationsOpened()
  const { data: unread = 0 } = trpc.notifications.unreadCount.useQuery()
  return (
    <>
      <Indicator
        label={unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        disabled={unread === 0}
        size={16}
        offset={8}
        color="red.8"
      >
        <ActionIcon
          aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
          onClick={openNotifications}
        >
          <IconBell size={18} aria-hidden />
        </ActionIcon>
      </Indicator>
      <Drawer
        title={unreadHeading(unread)}
        opened={opened}
        onClose={closeNotifications}
        size={420}
        padding={0}
        styles={{ header: { paddingInline: 16 } }}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <NotificationList unread={unread} onOpen={closeNotifications} />
      </Drawer>
    </>
  )
}
