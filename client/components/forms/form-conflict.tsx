import { Alert, Button, Group, List, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { errorData, serverMessage } from '#client/lib/calls/errors.ts'
import { titled } from '#client/lib/labels.ts'
import { showError } from '#client/lib/toasts/toast.ts'

type Values = Record<string, unknown>

export interface FormConflict {
  message: string
  /** The other person's changes as label and current text; `text` is null if the value isn't readable. */
  changes: { label: string; text: string | null }[]
  /** Replaces the user's input with the saved values. */
  takeTheirs: () => void
  /** Don't search for the selected name, which fills the field: it would hide every other record. */
  keepMine: () => void
}

/**
 * Handles a conflict when someone else saved the record first. `latest` reloads the record as form values,
 * including `version`; without it, a conflict is an ordinary error.
 */
export function useFormConflict<Input extends Values>(
  fields: UseFormReturnType<Input>,
  latest: (() => Promise<Input>) | undefined,
) {
  const [conflict, setConflict] = useState<FormConflict | null>(null)

  /** Returns true if the error was a conflict and the form now shows it. */
  async function show(error: unknown): Promise<boolean> {
    if (latest === undefined || errorData(error).reason !== 'changed_meanwhile') return false
    const latestValues = await latest().catch((failure: unknown) => {
      showError(failure, 'Couldn’t load the saved version')
      return null
    })
    if (latestValues === null) return false
    const ownValues = fields.getValues()
    const touched = new Set(Object.keys(latestValues).filter((field) => fields.isDirty(field as never)))
    const original = fields.getInitialValues()
    const settle = (values: Input) => {
      fields.setInitialValues(latestValues)
      fields.setValues(values)
      fields.clearErrors()
      setConflict(null)
    }
    setConflict({
      message: serverMessage(error) ?? 'Someone else changed this record while you were editing it.',
      changes: changedFields(original, latestValues),
      takeTheirs: () => settle(latestValues),
      keepMine: () => settle(merged(ownValues, latestValues, touched)),
    })
    return true
  }

  return { conflict, show, clear: () => setConflict(null) }
}

const HIDDEN = ['id', 'version']

export function changedFields(before: Values, now: Values): FormConflict['changes'] {
  return Object.keys(now)
    .filter(
      (field) => !HIDDEN.includes(field) && JSON.stringify(before[field]) !== JSON.stringify(now[field]),
    )
    .map((field) => ({ label: titled(field.replace(/_id$/, '')), text: textOf(now[field]) }))
}

const merged = <Input extends Values>(mine: Input, theirs: Input, touched: Set<string>): Input =>
  ({
    ...theirs,
    ...Object.fromEntries(
      Object.entries(mine).filter(([field]) => touched.has(field) && field !== 'version'),
    ),
  }) as Input

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/

function textOf(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string'))
    return textOf(value.join(', '))
  if (typeof value !== 'string' || UUID.test(value)) return null
  return value === '' ? 'empty' : value
}

export function ConflictNotice({ conflict }: { conflict: FormConflict | null }) {
  if (conflict === null) return null
  return (
    <Alert color="yellow" role="alert" title={conflict.message}>
      {conflict.changes.length > 0 && (
        <List size="sm">
          {conflict.changes.map(({ label, text }) => (
            <List.Item key={label}>
              {label}
              {text !== null && ': '}
              <Text span fw={500} lineClamp={3}>
                {text}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" onClick={conflict.takeTheirs}>
          Load their version
        </Button>
        <Button size="xs" variant="default" onClick={conflict.keepMine}>
          Keep my changes
        </Button>
      </Group>
    </Alert>
  )
}
