import { ActionIcon, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useListEntry, useRowRemoval } from '#client/components/fields/use-list-entry.ts'
import { tooLong } from '#shared/base/text/length.ts'
import type { EditedSubtask } from '../task/task-form-values.ts'
import classes from './subtasks-field.module.css'

const MAX_LENGTH = 300

interface SubtasksFieldProps {
  value?: EditedSubtask[]
  onChange?: (value: EditedSubtask[]) => void
  /** Focus has left the field or one of its lines. */
  onBlur?: () => void
}

export function SubtasksField({ value = [], onChange, onBlur }: SubtasksFieldProps) {
  const { add, excess, inputProps } = useListEntry(MAX_LENGTH, (title) =>
    onChange?.([...value, { title, completed: false }]),
  )
  const change = (index: number, changes: Partial<EditedSubtask>) =>
    onChange?.(value.map((subtask, at) => (at === index ? { ...subtask, ...changes } : subtask)))
  const rows = useRowRemoval<HTMLDivElement>()
  return (
    <Stack gap={4} onBlur={onBlur} {...rows}>
      <TextInput
        label="Subtasks"
        placeholder="Add a subtask"
        error={excess}
        {...inputProps}
        // Without a form, leaving the field is what saves it.
        {...(onBlur && { onBlur: add })}
        rightSection={
          <ActionIcon size={28} aria-label="Add subtask" data-add onClick={add}>
            <IconPlus size={16} aria-hidden />
          </ActionIcon>
        }
      />
      {value.map((subtask, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: new subtasks have no id, and equal ones may exist
        <Group key={index} gap="xs" wrap="nowrap">
          <Checkbox
            aria-label={`Subtask ${index + 1} done`}
            checked={subtask.completed}
            onChange={(event) => change(index, { completed: event.currentTarget.checked })}
          />
          <TextInput
            className={classes.title}
            variant="unstyled"
            size="sm"
            aria-label={`Subtask ${index + 1}`}
            error={tooLong(subtask.title, MAX_LENGTH)}
            value={subtask.title}
            onChange={(event) => change(index, { title: event.currentTarget.value })}
            onBlur={(event) => change(index, { title: event.currentTarget.value.trim() })}
          />
          <ActionIcon
            size={28}
            aria-label={`Remove ${subtask.title}`}
            data-remove
            onClick={() => onChange?.(value.filter((_, at) => at !== index))}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  )
}
