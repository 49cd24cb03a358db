import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Drawing, DrawingIcon } from '../marks/drawings.tsx'

interface EmptyStateProps {
  drawing: Drawing
  title: string
  /** One sentence describing what will appear here. */
  message?: string
  /** One button. */
  action?: ReactNode
  /** True if this is the only content of the screen; the title is then the page's heading. */
  whole?: boolean
}

export function EmptyState({ drawing, title, message, action, whole = false }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <Text c="dimmed" component="div" lh={1}>
        <DrawingIcon name={drawing} />
      </Text>
      <Title order={whole ? 1 : 2} size="h2">
        {title}
      </Title>
      {message !== undefined && (
        <Text c="dimmed" maw={420}>
          {message}
        </Text>
      )}
      {action !== undefined && <div>{action}</div>}
    </Stack>
  )
}
