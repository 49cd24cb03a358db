import { Collapse, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './more-fields.module.css'

interface MoreFieldsProps {
  title: string
  /** Summary of the contents, shown while collapsed. */
  summary?: string
  /** Forces the section open, for example to show an error. */
  wrong?: boolean
  children: ReactNode
}

/** A collapsed section for rarely used form fields. */
export function MoreFields({ title, summary, wrong = false, children }: MoreFieldsProps) {
  const [toggled, setToggled] = useState(false)
  const id = useId()
  const opened = toggled || wrong
  return (
    <div>
      <UnstyledButton
        className={classes.head}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setToggled(!opened)}
      >
        <IconChevronRight size={16} aria-hidden className={classes.arrow} data-opened={opened || undefined} />
        <Text span fw={600} size="sm">
          {title}
        </Text>
        {!opened && summary !== undefined && summary !== '' && (
          <Text span size="sm" c="dimmed" truncate>
            {summary}
          </Text>
        )}
      </UnstyledButton>
      <Collapse expanded={opened} id={id}>
        <Stack gap="sm" pt="xs">
          {children}
        </Stack>
      </Collapse>
    </div>
  )
}
