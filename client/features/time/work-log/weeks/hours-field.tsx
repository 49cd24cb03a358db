import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { formatHours } from '#shared/base/format.ts'
import { DURATION_MESSAGE } from '#shared/time/durations.ts'
import classes from './week.module.css'
import { typedHours } from './week-rows.ts'

interface HoursFieldProps {
  /** Project and day. */
  label: string
  seconds: number
  /** The position in the grid, for the arrow keys. */
  row: number
  column: number
  /** Null clears the day; rejects if it wasn't saved. */
  onSave: (seconds: number | null) => Promise<unknown>
}

/** A project's hours on one day. Text that can't be saved stays in the field. */
export function HoursField({ label, seconds, row, column, onSave }: HoursFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const [rejected, setRejected] = useState<string | null>(null)
  const saved = seconds === 0 ? '' : formatHours(seconds)
  // Not while the user is typing.
  const invalid = typed !== null && typed === rejected

  async function save() {
    if (typed === null || saving) return
    const hours = typedHours(typed)
    if (hours === undefined) return setRejected(typed)
    if (typed.trim() === saved || (hours ?? 0) === seconds) return setTyped(null)
    setSaving(true)
    try {
      await onSave(hours)
      setTyped(null)
    } catch {
      // The mutation has already shown the reason.
    } finally {
      setSaving(false)
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const field = event.currentTarget
    if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation()
      return setTyped(null)
    }
    const step = stepOf(event.key, field)
    if (step === null) return
    event.preventDefault()
    if (event.key === 'Enter') {
      if (typed !== null && typedHours(typed) === undefined) return setRejected(typed)
      void save()
    }
    neighbor(field, step)?.focus()
  }

  return (
    <TextInput
      classNames={{ root: classes.field, input: classes.hours, error: classes.error }}
      aria-label={label}
      placeholder="0h"
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="next"
      readOnly={saving}
      error={invalid && DURATION_MESSAGE}
      value={typed ?? saved}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => void save()}
      onKeyDown={onKeyDown}
      data-row={row}
      data-column={column}
    />
  )
}

type Step = [rows: number, columns: number]

/** Where a key moves the focus; null if it moves within the text. */
function stepOf(key: string, { value, selectionStart, selectionEnd }: HTMLInputElement): Step | null {
  if (key === 'ArrowUp') return [-1, 0]
  if (key === 'ArrowDown' || key === 'Enter') return [1, 0]
  const isWhole = selectionStart === 0 && selectionEnd === value.length
  if (key === 'ArrowLeft' && (isWhole || selectionEnd === 0)) return [0, -1]
  if (key === 'ArrowRight' && (isWhole || selectionStart === value.length)) return [0, 1]
  return null
}

/** The next field in that direction; days that can't be edited are skipped. */
function neighbor(field: HTMLElement, [rows, columns]: Step): HTMLElement | undefined {
  const at = (element: HTMLElement): Step => [Number(element.dataset.row), Number(element.dataset.column)]
  const [row, column] = at(field)
  const distance = (other: HTMLElement) => {
    const [otherRow, otherColumn] = at(other)
    const inLine = rows === 0 ? otherRow === row : otherColumn === column
    return inLine ? (otherRow - row) * rows + (otherColumn - column) * columns : 0
  }
  const fields = field.closest('[data-week]')?.querySelectorAll<HTMLElement>('input[data-row]') ?? []
  return [...fields]
    .filter((other) => distance(other) > 0)
    .toSorted((a, b) => distance(a) - distance(b))
    .at(0)
}
