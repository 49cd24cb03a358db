import { Skeleton, Text, UnstyledButton } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { SparkLine } from './spark-line.tsx'
import classes from './stat-tile.module.css'

interface TileProps extends ComponentProps<'a'> {
  label: string
  /** Undefined while it loads. */
  value: ReactNode | undefined
  /** A line below the figure, for example the change from last month. */
  hint?: ReactNode
  /** The figures that led to this one, which they end with. */
  trend?: number[] | null
}

/** One figure, linked to the list it counts. */
export const StatTile = createLink((props: TileProps) => {
  const { label, value, hint, trend, ...anchor } = props
  const loading = value === undefined
  return (
    <UnstyledButton component="a" {...anchor} className={classes.tile}>
      <Text size="sm" c="dimmed" truncate>
        {label}
      </Text>
      <span className={classes.figure}>
        <span className={classes.value}>{loading ? <Skeleton h={20} w={64} my={5} /> : value}</span>
        {trend != null && <SparkLine values={trend} />}
      </span>
      {/* A tile that will say more keeps the room for it. */}
      {(loading ? 'hint' in props : hint !== undefined) && (
        <Text size="xs" c="dimmed" component="span" className={classes.hint}>
          {hint ?? '\u00a0'}
        </Text>
      )}
    </UnstyledButton>
  )
})

/** A row of tiles; two columns on phones. */
export function StatTiles({ children }: { children: ReactNode }) {
  return <div className={classes.tiles}>{children}</div>
}
