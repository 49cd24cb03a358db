import { Skeleton, Text, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './stat-tile.module.css'

interface StatTileProps {
  label: string
  /** Undefined while it loads. */
  value: ReactNode | undefined
  /** A line below the figure, for instance the change from last month. */
  hint?: ReactNode
  /** The list behind the figure. */
  to: string
  search?: Record<string, unknown>
}

/** One figure, linked to the list it counts. */
export function StatTile({ label, value, hint, to, search }: StatTileProps) {
  return (
    <UnstyledButton
      className={classes.tile}
      renderRoot={(props) => <Link to={to} search={search} {...props} />}
    >
      <Text size="sm" c="dimmed" truncate>
        {label}
      </Text>
      {value === undefined ? (
        <Skeleton h={28} w={64} my={2} />
      ) : (
        <span className={classes.value}>{value}</span>
      )}
      {hint !== undefined && (
        <Text size="xs" c="dimmed" component="span">
          {hint}
        </Text>
      )}
    </UnstyledButton>
  )
}

/** A row of tiles; two columns on phones. */
export function StatTiles({ children }: { children: ReactNode }) {
  return <div className={classes.tiles}>{children}</div>
}
