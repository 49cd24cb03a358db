import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { parseTypedClock } from '#client/lib/time/typed-clock.ts'

const INVALID = 'Please enter a time such as 14:30'

interface ClockFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  label: string
  /** HH:mm, or empty. */
  value?: string
  onChange?: (value: string) => void
}

/** A time of day on a 24-hour clock, regardless of the browser's language; accepts "9", "930" or "2:30 pm". */
export function ClockField({ value = '', onChange, error, ...props }: ClockFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [invalid, setInvalid] = useState(false)
  const type = (text: string) => {
    setTyped(text)
    setInvalid(false)
    onChange?.(parseTypedClock(text) ?? '')
  }
  const finish = () => {
    if (typed === null) return
    const wrong = typed.trim() !== '' && parseTypedClock(typed) === null
    setInvalid(wrong)
    // Invalid text stays in the field so that the user can correct it.
    if (!wrong) setTyped(null)
  }
  return (
    <TextInput
      placeholder="14:30"
      autoComplete="off"
      {...props}
      error={invalid ? INVALID : error}
      value={typed ?? value}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={finish}
    />
  )
}
