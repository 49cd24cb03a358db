import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { Brand } from '#client/components/marks/brand.tsx'
import { UserAvatar } from '#client/components/marks/user-avatar.tsx'
import { useAppInfo } from '#client/lib/app-info.ts'
import { useUser } from '#client/lib/session/session.ts'
import { isActive, linksFor, roleLabel } from './nav-links.ts'
import classes from './sidebar.module.css'
import { UnreadMessages } from './unread-messages.tsx'

interface SidebarProps {
  collapsed: boolean
  /** Omitted in the drawer on phones, which has its own close button. */
  onToggle?: () => void
}

export function Sidebar({ collapsed, onToggle }: SidebarProps) {
  const user = useUser()
  const { app_name } = useAppInfo()
  const { pathname } = useLocation()
  const toggleLabel = collapsed ? 'Expand sidebar' : 'Collapse sidebar'
  const ToggleIcon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <div className={classes.sidebar} data-collapsed={collapsed || undefined}>
      {onToggle !== undefined && (
        <div className={classes.head}>
          {!collapsed && <Brand />}
          <Tooltip label={toggleLabel} position="right">
            <ActionIcon aria-label={toggleLabel} aria-expanded={!collapsed} onClick={onToggle}>
              <ToggleIcon size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </div>
      )}
      <nav className={classes.links} aria-label="Main">
        {linksFor(user.role).map(({ label, to, icon: Icon }) => (
          <Tooltip key={to} label={label} position="right" disabled={!collapsed}>
            <Link
              to={to}
              className={classes.link}
              aria-label={collapsed ? label : undefined}
              activeProps={{}}
              aria-current={isActive(pathname, to) ? 'page' : undefined}
            >
              <Icon size={18} stroke={1.75} aria-hidden />
              {!collapsed && <span>{label}</span>}
              {!collapsed && to === '/messages' && <UnreadMessages className={classes.count} />}
            </Link>
          </Tooltip>
        ))}
      </nav>
      <div className={classes.foot}>
        <UserAvatar name={user.name} src={user.avatar} />
        {!collapsed && (
          <div className={classes.who}>
            <Text size="sm" fw={500} truncate>
              {user.name}
            </Text>
            <Text size="xs" c="dimmed" tt="capitalize" truncate>
              {roleLabel(user.role, app_name)}
            </Text>
          </div>
        )}
      </div>
    </div>
  )
}
