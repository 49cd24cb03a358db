import { Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { titled } from '#client/lib/labels.ts'
import { tooLong } from '#shared/base/errors.ts'
import type { BankLineDto, BankPart } from '#shared/money/bank/bank.ts'
import { EXPENSE_CATEGORIES, type ExpenseCategory } from '#shared/money/ledger/finance.ts'

const CATEGORIES = EXPENSE_CATEGORIES.map((value) => ({ value, label: titled(value) }))

const excess = (text: string) => tooLong(text, 200)

interface ExpensePartProps {
  line: BankLineDto
  onChange: (parts: BankPart[]) => void
}

/** The whole line as one expense, dated by the bank. */
export function ExpensePart({ line, onChange }: ExpensePartProps) {
  const [description, setDescription] = useState((line.text || line.party_name).slice(0, 200))
  const [vendor, setVendor] = useState(line.party_name)
  const [category, setCategory] = useState<ExpenseCategory | null>(null)
  const apply = (next: { description: string; vendor: string; category: ExpenseCategory | null }) =>
    onChange(
      next.category === null ||
        next.description.trim() === '' ||
        excess(next.description) !== null ||
        excess(next.vendor) !== null
        ? []
        : [
            {
              kind: 'expense',
              amount: -line.amount,
              category: next.category,
              description: next.description,
              vendor: next.vendor || null,
            },
          ],
    )
  return (
    <Stack gap="sm">
      <Select
        label="Category"
        required
        searchable
        placeholder="Choose a category"
        data={CATEGORIES}
        value={category}
        onChange={(value) => {
          const next = EXPENSE_CATEGORIES.find((name) => name === value) ?? null
          setCategory(next)
          apply({ description, vendor, category: next })
        }}
      />
      <TextInput
        label="Description"
        required
        error={excess(description)}
        value={description}
        onChange={(event) => {
          setDescription(event.currentTarget.value)
          apply({ description: event.currentTarget.value, vendor, category })
        }}
      />
      <TextInput
        label="Vendor"
        error={excess(vendor)}
        value={vendor}
        onChange={(event) => {
          setVendor(event.currentTarget.value)
          apply({ description, vendor: event.currentTarget.value, category })
        }}
      />
    </Stack>
  )
}
