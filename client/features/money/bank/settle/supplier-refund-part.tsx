import { SimpleGrid, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { BankLineDto, BankPart } from '#shared/money/bank/bank.ts'
import { isTaxPayment } from '#shared/money/ledger/finance.ts'
import { type ExpenseTax, ExpenseTaxFields, NO_TAX } from '../../expense-tax-fields.tsx'
import { ExpensePart } from './expense-part.tsx'

interface SupplierRefundPartProps {
  line: BankLineDto
  onChange: (parts: BankPart[]) => void
}

/** The whole line as a supplier's refund, which lowers the cost of its category and the input tax. */
export function SupplierRefundPart({ line, onChange }: SupplierRefundPartProps) {
  const [cost, setCost] = useState<BankPart[]>([])
  const form = useForm<ExpenseTax>({
    initialValues: NO_TAX,
    onValuesChange: (tax) => onChange(refundsOf(cost, tax)),
  })
  return (
    <Stack gap="sm">
      <ExpensePart
        line={line}
        onChange={(parts) => {
          setCost(parts)
          onChange(refundsOf(parts, form.getValues()))
        }}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <ExpenseTaxFields fields={form} amount={line.amount} currency={line.currency} disabled={false} />
      </SimpleGrid>
    </Stack>
  )
}

/** An empty field means unknown. */
const refundsOf = (parts: BankPart[], { tax_bps, tax_amount, ...tax }: ExpenseTax): BankPart[] =>
  parts.flatMap((part) =>
    part.kind !== 'expense' || isTaxPayment(part.category)
      ? []
      : [
          {
            ...part,
            ...tax,
            kind: 'expense_refund',
            category: part.category,
            tax_bps: tax_bps || null,
            tax_amount: tax_amount || null,
          },
        ],
  )
