import { Menu, Text, UnstyledButton } from '@mantine/core'
import { IconBell, IconLogout, IconSettings, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { initialsOf, UserAvatar } from '#client/components/marks/user-avatar.tsx'
import { useAppInfo } from '#client/lib/app-info.ts'
import { useUser } from '#client/lib/session/session.ts'
import { useStore } from '#client/lib/store.ts'
import { openNotifications } from '../../../reactions/notifications/notification-panel-state.ts'
import { roleLabel } from '../navigation/nav-links.ts'
import { unsentQuestion, useSignOut } from './use-sign-out.ts'

const icon = { size: 16, 'aria-hidden': true } as const

const UnsentQuestion = lazyLayer(() => import('./unsent-question.tsx'), 'UnsentQuestion')

/** The question is also asked when the user logs out from the command palette. */
export function UserMenu() {
  const question = useStore(unsentQuestion)
  return (
    <>
      <AccountMenu />
      <UnsentQuestion opened={question !== null} />
    </>
  )
}

function AccountMenu() {
  const user = useUser()
  const { app_name } = useAppInfo()
  const signOut = useSignOut()
  return (
    <Menu width={240}>
      <Menu.Target>
        <UnstyledButton aria-label={`${initialsOf(user.name)} User menu`} p={4}>
          <UserAvatar name={user.name} src={user.avatar} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={500} c="var(--mantine-color-text)" truncate>
            {user.name}
          </Text>
          <Text size="xs" truncate>
            {user.email}
          </Text>
          <Text size="xs" tt="capitalize">
            {roleLabel(user.role, app_name)}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUser {...icon} />}
          renderRoot={(props) => <Link to="/settings" search={{ section: 'profile' }} {...props} />}
        >
          Profile
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSettings {...icon} />}
          renderRoot={(props) => <Link to="/settings" {...props} />}
        >
          Settings
        </Menu.Item>
        <Menu.Item leftSection={<IconBell {...icon} />} onClick={openNotifications}>
          Notifications
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => void signOut()}>
          Log out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
