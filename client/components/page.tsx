import { Group, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './page.module.css'

interface PageProps {
  title: string
  /** The one primary action, or a few buttons with the primary one last. */
  actions?: ReactNode
  /** Boards and schedules use the whole width. */
  wide?: boolean
  children: ReactNode
}

/** A screen: title and action, then tiles, filter bar and content as children. */
export function Page({ title, actions, wide = false, children }: PageProps) {
  useDocumentTitle(title)
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <Group justify="space-between" mih={36} gap="sm">
        <Title order={1}>{title}</Title>
        {actions !== undefined && (
          <Group className={classes.actions} gap="xs">
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </div>
  )
}
