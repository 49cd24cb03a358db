import { Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { titled } from '#client/lib/labels.ts'
import { tooLong } from '#shared/base/text/length.ts'
import type { BankLineDto, BankPart } from '#shared/money/bank/bank.ts'
import {
  COST_CATEGORIES,
  type ExpenseCategory,
  type TaxPaymentCategory,
} from '#shared/money/ledger/finance.ts'

const CATEGORIES = COST_CATEGORIES.map((value) => ({ value, label: titled(value) }))

const excess = (text: string) => tooLong(text, 200)

interface ExpensePartProps {
  line: BankLineDto
  /** A payment to the tax office or a refund by it; otherwise a cost whose category is chosen. */
  tax?: TaxPaymentCategory | undefined
  onChange: (parts: BankPart[]) => void
}

interface ExpenseTexts {
  description: string
  vendor: string
  category: ExpenseCategory | null
}

const textsOf = (line: BankLineDto, category: ExpenseCategory | null): ExpenseTexts => ({
  description: (line.text || line.party_name).slice(0, 200),
  vendor: line.party_name,
  category,
})

/** The line's part; none while something is missing. */
const partsOf = (line: BankLineDto, { description, vendor, category }: ExpenseTexts): BankPart[] =>
  category === null || description.trim() === '' || excess(description) !== null || excess(vendor) !== null
    ? []
    : [{ kind: 'expense', amount: Math.abs(line.amount), category, description, vendor: vendor || null }]

/** As the form starts. */
export const taxPartsOf = (line: BankLineDto, tax: TaxPaymentCategory): BankPart[] =>
  partsOf(line, textsOf(line, tax))

/** The whole line as one expense or tax payment, dated by the bank. */
export function ExpensePart({ line, tax, onChange }: ExpensePartProps) {
  const [texts, setTexts] = useState(textsOf(line, tax ?? null))
  const { description, vendor, category } = texts
  const change = (changed: Partial<ExpenseTexts>) => {
    const next = { ...texts, ...changed }
    setTexts(next)
    onChange(partsOf(line, next))
  }
  return (
    <Stack gap="sm">
      {tax === undefined && (
        <Select
          label="Category"
          required
          searchable
          placeholder="Choose a category"
          data={CATEGORIES}
          value={category}
          onChange={(value) => change({ category: COST_CATEGORIES.find((name) => name === value) ?? null })}
        />
      )}
      <TextInput
        label="Description"
        required
        error={excess(description)}
        value={description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <TextInput
        label={tax === undefined ? 'Vendor' : 'Tax office'}
        error={excess(vendor)}
        value={vendor}
        onChange={(event) => change({ vendor: event.currentTarget.value })}
      />
    </Stack>
  )
}
