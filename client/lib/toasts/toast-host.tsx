import { Button, MantineProvider, Text } from '@mantine/core'
import {
  type NotificationData,
  Notifications,
  notifications,
  notificationsStore,
} from '@mantine/notifications'
import { randomId } from '../random-id.ts'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { createRoot } from 'react-dom/client'
import { theme } from '../../theme/theme.ts'
import { styleNonce } from '../csp.ts'
import classes from './toast-host.module.css'
import { MAX_TOASTS, TOAST_MS, type Toast, type ToastRequest, UNDO_MS } from './toast-request.ts'

let mounted = false

// The host applies its limit when it mounts, which is after the first toasts.
notificationsStore.updateState((state) => ({ ...state, limit: MAX_TOASTS }))

// Rendered outside the app's root so that toasts survive screen changes, including sign-in.
function mountHost() {
  if (mounted) return
  mounted = true
  // A user who continues typing has read the error and needs the button below it.
  document.addEventListener('input', () => hide(isFailure), { capture: true })
  const element = document.createElement('div')
  document.body.append(element)
  createRoot(element).render(
    // The app's provider owns the CSS variables and the color scheme.
    <MantineProvider
      theme={theme}
      getStyleNonce={styleNonce}
      defaultColorScheme="auto"
      withCssVariables={false}
      getRootElement={() => undefined}
    >
      {/* On the left: drawers and their buttons are on the right. */}
      <Notifications
        limit={MAX_TOASTS}
        autoClose={TOAST_MS}
        position="bottom-left"
        classNames={{ root: classes.toasts }}
      />
    </MantineProvider>,
  )
}

/** One toast per subject; each undoable action has its own. */
const subjectOf = ({ title, message, action }: Toast): string =>
  action === undefined ? title : `${title} ${message}`

const isFailure = (shown: NotificationData): boolean => shown['data-variant'] === 'destructive'

function hide(matches: (shown: NotificationData) => boolean): void {
  const { notifications: visible, queue } = notificationsStore.getState()
  for (const shown of [...visible, ...queue])
    if (matches(shown) && shown.id !== undefined) notifications.hide(shown.id)
}

export function showToast({ title, message, action, tone }: ToastRequest) {
  mountHost()
  const id = randomId()
  const subject = subjectOf({ title, message, action })
  // The previous failure is outdated: the action has now succeeded or failed differently.
  hide((shown) => shown['data-subject'] === subject || isFailure(shown))
  const run = () => {
    notifications.hide(id)
    action?.onClick()
  }
  notifications.show({
    id,
    title,
    message: (
      <>
        {message !== undefined && (
          <Text size="sm" lineClamp={4}>
            {message}
          </Text>
        )}
        {action !== undefined && (
          <Button size="compact-sm" variant="default" mt={8} onClick={run}>
            {action.label}
          </Button>
        )}
      </>
    ),
    autoClose: action === undefined ? TOAST_MS : UNDO_MS,
    color: tone === 'destructive' ? 'red' : 'pine',
    role: tone === 'destructive' ? 'alert' : 'status',
    'data-variant': tone,
    'data-subject': subject,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  } as Parameters<typeof notifications.show>[0])
}
