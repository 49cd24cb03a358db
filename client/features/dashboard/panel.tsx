import type { TablerIcon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Section } from '#client/components/detail-parts.tsx'
import classes from './dashboard.module.css'

interface AllLinkProps {
  to: string
  search?: Record<string, unknown>
  /** Names the list for those who hear the link alone. */
  children: string
}

/** Beside a panel's title: the whole list. */
export const AllLink = ({ to, search, children }: AllLinkProps) => (
  <Link to={to} search={search} className={classes.all}>
    {children}
  </Link>
)

export interface QuickAction {
  label: string
  icon: TablerIcon
  /** A screen to go to, or something to do. */
  to?: string
  search?: Record<string, unknown>
  onClick?: () => void
}

/** A titled list of places to go and things to do. */
export function QuickActions({ title, actions }: { title: string; actions: QuickAction[] }) {
  return (
    <Section title={title}>
      <ul className={classes.panel} aria-label={title}>
        {actions.map((action) => (
          <li key={action.label} className={classes.row}>
            <action.icon size={18} aria-hidden className={classes.icon} />
            <ActionName action={action} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function ActionName({ action }: { action: QuickAction }): ReactNode {
  if (action.to !== undefined) {
    return (
      <Link to={action.to} search={action.search} className={classes.link}>
        {action.label}
      </Link>
    )
  }
  return (
    <button type="button" className={classes.link} onClick={action.onClick}>
      {action.label}
    </button>
  )
}

/** Main content beside what is looked at less; below each other on narrow screens. */
export const Columns = ({ main, side }: { main: ReactNode; side: ReactNode }) => (
  <div className={classes.columns}>
    <div className={classes.column}>{main}</div>
    <div className={classes.column}>{side}</div>
  </div>
)
