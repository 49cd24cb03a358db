import { Checkbox } from '@mantine/core'
import { multiplyRatio } from '#shared/base/amounts/money.ts'
import { isNearRate } from '#shared/money/bank/differences.ts'

interface ConfirmDifferenceProps {
  /** The entry in another currency, with its amount there and in the base currency. */
  entry: { name: string; due: number; base_due: number | null }
  /** What the line pays, and what that settles in the entry's currency. */
  amount: number | null
  settles: number | null
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Asks whether a difference that exchange rates don't explain is correct. */
export function ConfirmDifference({ entry, amount, settles, checked, onChange }: ConfirmDifferenceProps) {
  const { name, due, base_due } = entry
  if (amount === null || settles === null || base_due === null) return null
  if (isNearRate(amount, multiplyRatio(base_due, settles, due))) return null
  return (
    <Checkbox
      mt="xs"
      label={`The difference from the exchange rate of ${name} is correct`}
      description="It is more than 5%. Check both amounts: the whole difference becomes a gain or loss."
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
