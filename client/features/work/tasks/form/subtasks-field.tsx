import { ActionIcon, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { isComposing } from '#client/lib/composing.ts'
import { tooLong } from '#shared/base/errors.ts'
import type { EditedSubtask } from '../task/task-form-values.ts'
import classes from './subtasks-field.module.css'

const MAX_LENGTH = 300

interface SubtasksFieldProps {
  value?: EditedSubtask[]
  onChange?: (value: EditedSubtask[]) => void
  /** Focus has left the field or one of its lines. */
  onBlur?: () => void
}

/**
 * The subtasks of a task. Enter adds the trimmed entry without submitting the form; empty entries are
 * ignored.
 */
export function SubtasksField({ value = [], onChange, onBlur }: SubtasksFieldProps) {
  const [entry, setEntry] = useState('')
  const excess = tooLong(entry, MAX_LENGTH)
  const add = () => {
    if (excess !== null) return
    const title = entry.trim()
    if (title !== '') onChange?.([...value, { title, completed: false }])
    setEntry('')
  }
  const change = (index: number, changes: Partial<EditedSubtask>) =>
    onChange?.(value.map((subtask, at) => (at === index ? { ...subtask, ...changes } : subtask)))
  return (
    <Stack gap={4} onBlur={onBlur}>
      <TextInput
        label="Subtasks"
        placeholder="Add a subtask"
        error={excess}
        value={entry}
        onChange={(event) => setEntry(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event)) return
          event.preventDefault()
          add()
        }}
        rightSection={
          <ActionIcon size={28} aria-label="Add subtask" onClick={add}>
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
            onClick={() => onChange?.(value.filter((_, at) => at !== index))}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  )
}
