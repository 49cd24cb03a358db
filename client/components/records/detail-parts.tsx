import { Group, Title } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react'
import classes from './detail-parts.module.css'

interface SectionProps {
  title: string
  /** Next to the title. */
  action?: ReactNode
  children: ReactNode
}

/** Heading level of the sections: 2 on a screen, 3 in a drawer, whose title is already a level 2 heading. */
export const SectionLevel = createContext<2 | 3>(2)

/** A titled section of a screen or drawer. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" mih={32} mb={8} gap="sm">
        <Title order={useContext(SectionLevel)} size="h3" id={id}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </section>
  )
}

export const Facts = ({ children }: { children: ReactNode }) => <dl className={classes.facts}>{children}</dl>

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** A short list inside a drawer. */
export const Rows = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={classes.rows} aria-label={label}>
    {children}
  </ul>
)

export const Row = ({ children }: { children: ReactNode }) => <li className={classes.row}>{children}</li>

/** The same, for use inside an item of a paged list. */
export const RowBody = ({ children }: { children: ReactNode }) => (
  <div className={classes.row}>{children}</div>
)

/** The row's name as a link that covers the whole row. */
export const RowLink = createLink(({ children, ...anchor }: ComponentProps<'a'>) => (
  <a {...anchor} className={classes.link}>
    {children}
  </a>
))

/** User text with its line breaks preserved. */
export const Prose = ({ children }: { children: string }) => <div className={classes.prose}>{children}</div>
