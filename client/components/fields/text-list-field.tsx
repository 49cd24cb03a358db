import { ActionIcon, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { isComposing } from '#client/lib/composing.ts'
import { tooLong } from '#shared/base/errors.ts'

interface TextListFieldProps {
  label: string
  placeholder?: string
  value?: string[]
  onChange?: (value: string[]) => void
  error?: React.ReactNode
  limit?: number
}

/**
 * A list of short texts. Enter adds the trimmed entry without submitting the form; empty entries are ignored.
 */
export function TextListField({
  label,
  value = [],
  onChange,
  error,
  limit = 300,
  ...props
}: TextListFieldProps) {
  const [entry, setEntry] = useState('')
  const excess = tooLong(entry, limit)
  const add = () => {
    if (excess !== null) return
    const text = entry.trim()
    if (text !== '') onChange?.([...value, text])
    setEntry('')
  }
  return (
    <Stack gap={4}>
      <TextInput
        label={label}
        {...props}
        error={excess ?? error}
        value={entry}
        onChange={(event) => setEntry(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event)) return
          event.preventDefault()
          add()
        }}
        rightSection={
          <ActionIcon size={28} aria-label={`Add to ${label}`} onClick={add}>
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
            onClick={() => onChange?.(value.filter((_, position) => position !== index))}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  )
}
