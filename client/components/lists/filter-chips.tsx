import { Button, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'

export interface Chip {
  label: string
  /** The filter's value; omitted if the label is sufficient. */
  value?: string
  onClear: () => void
}

/** The active filters with their values; a click removes one. */
export function FilterChips({ chips }: { chips: readonly Chip[] }) {
  if (chips.length === 0) return null
  return (
    <Group gap={6} role="group" aria-label="Active filters">
      {chips.map(({ label, value, onClear }) => {
        const text = value === undefined ? label : `${label}: ${value}`
        return (
          <Button
            key={label}
            variant="default"
            size="xs"
            radius="xl"
            rightSection={<IconX size={12} aria-hidden />}
            aria-label={`${text}, clear filter`}
            onClick={onClear}
          >
            {text}
          </Button>
        )
      })}
    </Group>
  )
}
