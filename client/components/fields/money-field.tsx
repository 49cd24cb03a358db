import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { parseAmount, toDecimal } from '#shared/base/amounts/money.ts'

interface MoneyFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  label: string
  currency: string
  /** Minor units; null while the text isn't a valid amount. */
  value?: number | null
  onChange?: (value: number | null) => void
}

/** A money input such as "4,800" or "4800.50". The value is in minor units; an empty field is 0. */
export function MoneyField({ currency, value, onChange, ...props }: MoneyFieldProps) {
  const [text, setText] = useState(() => textOf(value, currency))
  useEffect(() => {
    // Sync with external changes, but never overwrite what is being typed.
    setText((typed) => (amountOf(typed, currency) === value ? typed : textOf(value, currency)))
  }, [value, currency])
  return (
    <TextInput
      {...props}
      inputMode="decimal"
      autoComplete="off"
      rightSection={currency}
      rightSectionWidth={52}
      rightSectionPointerEvents="none"
      value={text}
      onChange={(event) => {
        const next = event.currentTarget.value
        if (!/^[\d.,-]*$/.test(next)) return
        setText(next)
        onChange?.(amountOf(next, currency))
      }}
    />
  )
}

const amountOf = (text: string, currency: string): number | null =>
  text.trim() === '' ? 0 : parseAmount(text, currency)

const textOf = (value: number | null | undefined, currency: string): string =>
  value === null || value === undefined || value === 0 ? '' : toDecimal(value, currency)
