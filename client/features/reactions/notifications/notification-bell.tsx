import { ActionIcon, Indicator } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { closeNotifications, openNotifications, useNotificationsOpened } from './notification-panel-state.ts'

const NotificationDrawer = lazyLayer(() => import('./notification-drawer.tsx'), 'NotificationDrawer')

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
      <NotificationDrawer opened={opened} unread={unread} onClose={closeNotifications} />
    </>
  )
}
