import { ActionIcon, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useListEntry, useRowRemoval } from './use-list-entry.ts'

interface TextListFieldProps {
  label: string
  placeholder?: string
  value?: string[]
  onChange?: (value: string[]) => void
  error?: React.ReactNode
  limit?: number
}

/** A list of short texts. */
export function TextListField({
  label,
  value = [],
  onChange,
  error,
  limit = 300,
  ...props
}: TextListFieldProps) {
  const { add, excess, inputProps } = useListEntry(limit, (text) => onChange?.([...value, text]))
  const rows = useRowRemoval<HTMLDivElement>()
  return (
    <Stack gap={4} {...rows}>
      <TextInput
        label={label}
        {...props}
        error={excess ?? error}
        {...inputProps}
        rightSection={
          <ActionIcon size={28} aria-label={`Add to ${label}`} data-add onClick={add}>
            <IconPlus size={16} aria-hidden />
          </ActionIcon>
        }
      />
      {value.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal texts may appear twice
        <Group key={`${index}-${text}`} gap="xs" wrap="nowrap" justify="space-between">
          <Text size="sm">{text}</Text>
          <ActionIcon
            size={28}
            aria-label={`Remove ${text}`}
            data-remove
            onClick={() => onChange?.(value.filter((_, position) => position !== index))}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  )
}
