import { Button, Group, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { UserAvatar } from '../marks/user-avatar.tsx'

interface RecordHeadProps {
  name: string
  subtitle: ReactNode
  /** The record's agency, for users who can see more than one. */
  agency: string | null
  badge: ReactNode
  write: boolean
  onEdit: () => void
  /** Archives or restores the record. */
  aside: { label: string; onClick: () => void }
}

/** The header of a person's or company's drawer. */
export function RecordHead({ name, subtitle, agency, badge, write, onEdit, aside }: RecordHeadProps) {
  return (
    <Group gap="sm">
      <UserAvatar name={name} size={40} />
      <div>
        <Text size="sm">{subtitle}</Text>
        {agency !== null && (
          <Text size="sm" c="dimmed">
            {agency}
          </Text>
        )}
      </div>
      {badge}
      {write && (
        <Group gap="xs" ml="auto">
          <Button size="xs" variant="default" onClick={aside.onClick}>
            {aside.label}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={onEdit}
          >
            Edit
          </Button>
        </Group>
      )}
    </Group>
  )
}
