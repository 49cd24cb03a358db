import { Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { PartBoundary } from '../states/part-boundary.tsx'
import classes from './settings-card.module.css'

interface SettingsCardProps {
  title: string
  description?: ReactNode
  children: ReactNode
}

/** One titled group of settings. */
export function SettingsCard({ title, description, children }: SettingsCardProps) {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {description !== undefined && (
          <Text size="sm" c="dimmed" mt={2}>
            {description}
          </Text>
        )}
      </div>
      <div className={classes.body}>
        <PartBoundary>{children}</PartBoundary>
      </div>
    </section>
  )
}
