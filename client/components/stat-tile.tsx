import { Skeleton, Text, UnstyledButton } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import classes from './stat-tile.module.css'

interface TileProps extends ComponentProps<'a'> {
  label: string
  /** Undefined while it loads. */
  value: ReactNode | undefined
  /** A line below the figure, for example the change from last month. */
  hint?: ReactNode
}

/** One figure, linked to the list it counts. */
export const StatTile = createLink(({ label, value, hint, ...anchor }: TileProps) => (
  <UnstyledButton component="a" {...anchor} className={classes.tile}>
    <Text size="sm" c="dimmed" truncate>
      {label}
    </Text>
    {value === undefined ? <Skeleton h={28} w={64} my={2} /> : <span className={classes.value}>{value}</span>}
    {hint !== undefined && (
      <Text size="xs" c="dimmed" component="span">
        {hint}
      </Text>
    )}
  </UnstyledButton>
))

/** A row of tiles; two columns on phones. */
export function StatTiles({ children }: { children: ReactNode }) {
  return <div className={classes.tiles}>{children}</div>
}
