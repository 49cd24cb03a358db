import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface AuthCardProps {
  title: string
  subtitle: ReactNode
  children?: ReactNode
  /** Link to another mode. */
  footer?: ReactNode
}

/** The card's content: heading, form and the link to another mode. */
export function AuthCard({ title, subtitle, children, footer }: AuthCardProps) {
  return (
    <>
      <Title order={1}>{title}</Title>
      <Text c="dimmed" mt={4} mb="lg">
        {subtitle}
      </Text>
      {children}
      {footer !== undefined && (
        <Text ta="center" mt="md" c="dimmed" component="div">
          {footer}
        </Text>
      )}
    </>
  )
}
