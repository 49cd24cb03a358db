import { Text } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import classes from '../project/projects.module.css'

interface FigureProps extends ComponentProps<'a'> {
  label: string
}

/** A total that links to its list. */
export const Figure = createLink(({ label, children, ...anchor }: FigureProps) => (
  <div>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <a {...anchor} className={classes.figure}>
      {children}
    </a>
  </div>
))
