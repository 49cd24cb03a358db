import { Link, useLocation } from '@tanstack/react-router'
import { useUser } from '#client/lib/session/session.ts'
import { isActive, mostUsedFor } from '../navigation/nav-links.ts'
import { UnreadMessages } from '../navigation/unread-messages.tsx'
import classes from './shell.module.css'

/** The four most used screens, within thumb reach. */
export function BottomBar() {
  const { role } = useUser()
  const { pathname } = useLocation()
  return (
    <nav className={classes.bottomBar} aria-label="Quick navigation">
      {mostUsedFor(role).map(({ label, to, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          className={classes.bottomLink}
          aria-current={isActive(pathname, to) ? 'page' : undefined}
        >
          <Icon size={20} stroke={1.75} aria-hidden />
          {label}
          {to === '/messages' && <UnreadMessages className={classes.badge} />}
        </Link>
      ))}
    </nav>
  )
}
