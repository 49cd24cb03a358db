import { TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { numberProblem, type PartsReading, readParts } from '#shared/base/amounts/typed-number.ts'

export interface NumberFieldProps
  extends Partial<PartsReading>,
    Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'min' | 'max' | 'step'> {
  /** The value in parts; null if there is none. */
  value?: number | null
  /** Null while the field is empty or its text is invalid; forms can't be submitted while it is invalid. */
  onChange?: (value: number | null, isAccepted: boolean) => void
  /** The value of an empty field. */
  empty?: 0 | null
  write?: (value: number) => string
  min?: number
  max?: number
  /** The step of the arrow keys. */
  step?: number
  /** Shown beside the number; users may also type it. */
  suffix?: string | undefined
}

/**
 * A number with a decimal point or comma, parsed by one rule everywhere. Invalid or out-of-range text stays as typed,
 * and the field shows the reason.
 */
export function NumberField({
  value = null,
  onChange,
  decimals = 0,
  grouped = decimals === 0,
  parts = 1,
  whole = false,
  empty = null,
  write = (number) => String(Number((number / parts).toFixed(decimals))),
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  step = 1,
  suffix = '',
  onBlur,
  onKeyDown,
  error,
  ...props
}: NumberFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const isTyping = useRef(false)
  const [isPointedOut, setPointedOut] = useState(false)
  const written = value === null ? '' : write(value)
  const [text, setText] = useState(written)
  const accept = (typed: string) => {
    const figure = withoutSuffix(typed, suffix)
    if (figure === '')
      return { read: empty, problem: props.required && empty === null ? 'Please enter a number.' : null }
    const reading = { decimals, grouped, parts, whole }
    const read = readParts(figure, reading)
    return { read, problem: numberProblem(figure, reading) ?? rangeProblem(read, { parts, min, max }) }
  }
  const { read, problem } = accept(text)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another value replaces what was typed
  useEffect(() => {
    const isKept = read === value || (read === null && isTyping.current)
    if (!isKept) setText(written)
  }, [value, decimals, parts])
  useEffect(() => {
    isTyping.current = false
    input.current?.setCustomValidity(problem ?? '')
  })
  const take = (typed: string) => {
    const next = accept(typed)
    isTyping.current = true
    setText(typed)
    if (next.problem === null) setPointedOut(false)
    onChange?.(next.read, next.problem === null)
  }
  const stepBy = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    const up = event.key === 'ArrowUp'
    if ((!up && event.key !== 'ArrowDown') || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (read === null && text.trim() !== '') return
    const next = (read ?? 0) / parts + (up ? step : -step)
    take(String(Number(Math.min(max, Math.max(min, next)).toFixed(decimals))))
  }
  return (
    <TextInput
      {...props}
      ref={input}
      // The number keyboards of iPhones have no minus sign.
      inputMode={min < 0 ? 'text' : decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      {...(suffix !== '' && {
        rightSection: suffix,
        rightSectionWidth: 20 + 10 * suffix.length,
        rightSectionPointerEvents: 'none' as const,
      })}
      value={text}
      error={isPointedOut && problem !== null ? problem : error}
      onChange={(event) => {
        const typed = event.currentTarget.value
        const isLetter = typed.length === text.length + 1 && !FIGURES.test(typed)
        if (!isLetter) take(typed)
      }}
      onKeyDown={stepBy}
      onBlur={(event) => {
        setPointedOut(problem !== null && text.trim() !== '')
        onBlur?.(event)
      }}
      onInvalid={(event) => {
        event.preventDefault()
        setPointedOut(true)
      }}
    />
  )
}

const FIGURES = /^[\p{Nd}\p{P}\p{Z}−]*$/u

function withoutSuffix(text: string, suffix: string): string {
  const typed = text.trim()
  return suffix !== '' && typed.toLowerCase().endsWith(suffix.toLowerCase())
    ? typed.slice(0, -suffix.length).trim()
    : typed
}

function rangeProblem(
  read: number | null,
  range: { parts: number; min: number; max: number },
): string | null {
  const { parts, min, max } = range
  if (read === null || read / parts > max) return `Please enter ${max} or less.`
  return read / parts < min ? `Please enter ${min} or more.` : null
}
