import { Skeleton, Text, UnstyledButton } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { SparkLine } from './spark-line.tsx'
import classes from './stat-tile.module.css'

interface TileProps extends ComponentProps<'a'> {
  label: string
  /** Undefined while loading. */
  value: ReactNode | undefined
  /** A line below the figure, for example the change from last month. */
  hint?: ReactNode
  /** Previous values, ending with the current one. */
  trend?: number[] | null
}

/** A figure that links to the list it counts. */
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
      {/* Reserve the line while loading if a hint is expected. */}
      {(loading ? 'hint' in props : hint !== undefined) && (
        <Text size="xs" c="dimmed" component="span" className={classes.hint}>
          {hint ?? '\u00a0'}
        </Text>
      )}
    </UnstyledButton>
  )
})

interface TilesProps {
  /** For tiles above a list: on phones a compact row that scrolls horizontally. */
  strip?: boolean
  children: ReactNode
}

/** A row of tiles; two columns on phones. */
export function StatTiles({ strip = false, children }: TilesProps) {
  return (
    <div className={classes.tiles} data-strip={strip || undefined}>
      {children}
    </div>
  )
}
