import type { TablerIcon } from '@tabler/icons-react'
import { createLink, Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { Section } from '#client/components/records/detail-parts.tsx'
import classes from './dashboard.module.css'

/** The link next to a panel's title, with an accessible name that makes sense on its own. */
export const AllLink = createLink(({ children, ...anchor }: ComponentProps<'a'>) => (
  <a {...anchor} className={classes.all}>
    {children}
  </a>
))

export interface QuickAction {
  label: string
  icon: TablerIcon
  /** A link or an action. */
  link?: LinkProps
  onClick?: () => void
}

/** A titled list of links and actions. */
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
  if (action.link !== undefined) {
    return (
      <Link {...action.link} className={classes.link}>
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
