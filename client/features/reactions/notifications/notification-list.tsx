import { Button, Text } from '@mantine/core'
import { DataList } from '#client/components/lists/data-list.tsx'
import { PortalLink } from '#client/components/portal-link.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { READ_ONLY } from '#client/components/states/read-only.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useViewing } from '#client/lib/session/session.ts'
import { errorToast } from '#client/lib/toasts/toast.ts'
import type { NotificationDto } from '#shared/reactions/notifications.ts'
import classes from './notification-list.module.css'

interface NotificationListProps {
  unread: number
  /** Closes the panel after opening a notification. */
  onOpen: () => void
}

export function NotificationList({ unread, onOpen }: NotificationListProps) {
  const utils = trpc.useUtils()
  const list = trpc.notifications.list.useInfiniteQuery({}, byCursor)
  const quietly = { meta: { refresh: false }, onSuccess: () => utils.notifications.invalidate() }
  const markRead = trpc.notifications.markRead.useMutation(quietly)
  const viewing = useViewing()
  const markAllRead = trpc.notifications.markAllRead.useMutation({
    ...quietly,
    onError: errorToast('Failed to mark notifications as read'),
  })
  return (
    <>
      {unread > 0 && (
        <div className={classes.actions}>
          <Button
            variant="default"
            size="compact-sm"
            disabled={markAllRead.isPending || viewing}
            title={viewing ? READ_ONLY : undefined}
            onClick={() => markAllRead.mutate()}
          >
            Mark all as read
          </Button>
        </div>
      )}
      <div className={classes.list}>
        <DataList
          query={list}
          label="Notifications"
          layout="rows"
          itemHeight={52}
          itemKey={(notification) => notification.id}
          renderItem={(notification) => (
            <NotificationRow
              notification={notification}
              onOpen={() => {
                if (!notification.read && !viewing) markRead.mutate({ id: notification.id })
                onOpen()
              }}
            />
          )}
          empty={
            viewing ? (
              <EmptyState
                drawing="message"
                title="Notifications are private"
                message="You can’t see the owner’s notifications while you’re viewing their agency."
              />
            ) : (
              <EmptyState
                drawing="message"
                title="No notifications yet"
                message="Your notifications appear here."
              />
            )
          }
          filtered={false}
          noMatchTitle=""
          onClearFilters={() => {}}
        />
      </div>
    </>
  )
}

function NotificationRow({ notification, onOpen }: { notification: NotificationDto; onOpen: () => void }) {
  const { title, link, read, created_at } = notification
  return (
    <PortalLink to={link} className={classes.row} onClick={onOpen}>
      <span className={classes.dot} data-unread={!read || undefined} />
      <span className={classes.text}>
        <Text component="span" size="sm" fw={read ? 400 : 500}>
          {!read && <span className={classes.hidden}>Unread: </span>}
          {title}
        </Text>
        <Text component="span" size="xs" c="dimmed">
          <RelativeTime instant={created_at} />
        </Text>
      </span>
    </PortalLink>
  )
}
