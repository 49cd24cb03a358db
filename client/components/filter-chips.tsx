import { Button, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'

export interface Chip {
  label: string
  /** What the filter lets through; none where the label says it all. */
  value?: string
  onClear: () => void
}

/** The filters in force with their values, each removed by a click. */
export function FilterChips({ chips }: { chips: readonly Chip[] }) {
  if (chips.length === 0) return null
  return (
    <Group gap={6} role="group" aria-label="Filters in force">
      {chips.map(({ label, value, onClear }) => {
        const said = value === undefined ? label : `${label}: ${value}`
        return (
          <Button
            key={label}
            variant="default"
            size="xs"
            radius="xl"
            rightSection={<IconX size={12} aria-hidden />}
            aria-label={`${said}, clear filter`}
            onClick={onClear}
          >
            {said}
          </Button>
        )
      })}
    </Group>
  )
}
