import { MultiSelect, Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import { MoneyField } from '#client/components/fields/money-field.tsx'
import { formatCharged } from '#shared/base/amounts/money.ts'
import { CHOICES } from '#shared/base/paging.ts'
import type { BankLineDto, BankPart } from '#shared/money/bank/bank.ts'

export interface Entry {
  value: string
  label: string
  /** Its amount, or the most that can be settled of it. */
  amount: number
}

/** Amounts by entry; null while the text isn’t a valid amount. */
type Amounts = Readonly<Record<string, number | null>>

interface EntriesPartsProps {
  label: string
  entries: readonly Entry[]
  line: Pick<BankLineDto, 'amount' | 'currency'>
  /** Whether a part of an entry can be settled. */
  partly: boolean
  partOf: (id: string, amount: number) => BankPart
  onChange: (parts: BankPart[]) => void
}

/** One or more entries that a line settles; what the bank kept can be its fees. */
export function EntriesParts({ label, entries, line, partly, partOf, onChange }: EntriesPartsProps) {
  const [amounts, setAmounts] = useState<Amounts>({})
  const [withFees, setWithFees] = useState(false)
  const fees = feesOf(line, amounts)
  const apply = (next: Amounts, nextFees: boolean) => {
    setAmounts(next)
    setWithFees(nextFees)
    onChange(partsOf(next, nextFees))
  }
  /** None while an amount can't be read, which would otherwise be taken for fees. */
  function partsOf(next: Amounts, nextFees: boolean): BankPart[] {
    const settled = Object.entries(next).flatMap(([id, amount]) =>
      amount === null ? [] : [partOf(id, amount)],
    )
    if (settled.length < Object.keys(next).length) return []
    const left = feesOf(line, next)
    if (settled.length === 0 || left <= 0 || !nextFees) return settled
    const description = 'Bank fees of this transfer'
    return [...settled, { kind: 'expense', amount: left, category: 'other', description, vendor: null }]
  }
  function choose(ids: readonly string[]) {
    let next: Amounts = {}
    for (const id of ids) {
      const most = entries.find(({ value }) => value === id)?.amount ?? 0
      const free = Math.abs(line.amount) - sumOf(next)
      const usual = partly ? Math.min(most, free > 0 ? free : most) : most
      next = { ...next, [id]: id in amounts ? (amounts[id] ?? null) : usual }
    }
    apply(next, withFees)
  }
  return (
    <Stack gap="sm">
      <MultiSelect
        label={label}
        required
        searchable
        limit={CHOICES}
        placeholder="Choose one or more"
        data={[...entries]}
        value={Object.keys(amounts)}
        onChange={choose}
      />
      {partly &&
        Object.entries(amounts).map(([id, amount]) => (
          <MoneyField
            key={id}
            label={`Amount of ${entries.find(({ value }) => value === id)?.label ?? ''}`}
            currency={line.currency}
            value={amount}
            onChange={(changed) => apply({ ...amounts, [id]: changed }, withFees)}
          />
        ))}
      {fees > 0 && Object.keys(amounts).length > 0 && (
        <Switch
          label={`${formatCharged(fees, line.currency)} are bank fees`}
          description="Books the difference as an expense."
          checked={withFees}
          onChange={(event) => apply(amounts, event.currentTarget.checked)}
        />
      )}
    </Stack>
  )
}

const sumOf = (amounts: Amounts): number =>
  Object.values(amounts).reduce<number>((sum, amount) => sum + (amount ?? 0), 0)

/** What is missing of money that arrived, or what left beyond the entries. */
const feesOf = ({ amount }: Pick<BankLineDto, 'amount'>, amounts: Amounts): number =>
  amount > 0 ? sumOf(amounts) - amount : -amount - sumOf(amounts)
