import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { toDecimal } from '#shared/base/amounts/money.ts'
import { parseAmount, parsePrice } from '#shared/base/amounts/typed-number.ts'

interface MoneyFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  label: string
  currency: string
  /** Minor units; null while the text isn't a valid amount. */
  value?: number | null
  onChange?: (value: number | null) => void
  /** For unit prices, which may be finer than the currency's minor unit. */
  finer?: boolean
}

/** A money input such as "4,800" or "4800.50". The value is in minor units; an empty field is 0. */
export function MoneyField({ currency, value, onChange, finer = false, ...props }: MoneyFieldProps) {
  const read = finer ? priceOf : amountOf
  const [text, setText] = useState(() => textOf(value, currency))
  useEffect(() => {
    // Sync with external changes, but never overwrite what is being typed.
    setText((typed) => (read(typed, currency) === value ? typed : textOf(value, currency)))
  }, [value, currency, read])
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
        if (!/^[\d.,\s'’-]*$/.test(next)) return
        setText(next)
        onChange?.(read(next, currency))
      }}
    />
  )
}

const isEmpty = (text: string): boolean => text.trim() === ''

const amountOf = (text: string, currency: string): number | null =>
  isEmpty(text) ? 0 : parseAmount(text, currency)

const priceOf = (text: string, currency: string): number | null =>
  isEmpty(text) ? 0 : parsePrice(text, currency)

const textOf = (value: number | null | undefined, currency: string): string =>
  value === null || value === undefined || value === 0 ? '' : toDecimal(value, currency)
