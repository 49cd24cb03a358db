import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { OpenLink, type Opens } from '../lists/open-link.tsx'
import classes from './record-card.module.css'

interface RecordCardProps {
  /** The record's name, which opens it if the card opens something. */
  title: string
  subtitle?: ReactNode
  /** Rendered before the title, for example an avatar. */
  lead?: ReactNode
  /** The "…" menu. */
  menu?: ReactNode
  opens?: Opens
  children?: ReactNode
}

/** A record as a card. Its title covers the whole card. */
export function RecordCard({ title, subtitle, lead, menu, opens, children }: RecordCardProps) {
  return (
    <article className={classes.card} data-clickable={opens !== undefined || undefined}>
      <Group gap="sm" wrap="nowrap" align="flex-start" justify="space-between">
        <Group gap="sm" wrap="nowrap" miw={0}>
          {lead}
          <div className={classes.heading}>
            {opens === undefined ? (
              <Text fw={600} lineClamp={2}>
                {title}
              </Text>
            ) : (
              <OpenLink opens={opens} className={classes.open}>
                {title}
              </OpenLink>
            )}
            {subtitle !== undefined && (
              <Text size="sm" c="dimmed" truncate component="div">
                {subtitle}
              </Text>
            )}
          </div>
        </Group>
        {menu !== undefined && <div className={classes.menu}>{menu}</div>}
      </Group>
      {children}
    </article>
  )
}

/** A label and value at the bottom of a card. */
export function CardFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="sm" truncate component="div">
        {children}
      </Text>
    </Group>
  )
}
