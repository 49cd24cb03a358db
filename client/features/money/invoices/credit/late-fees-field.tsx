import { Checkbox } from '@mantine/core'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'

interface LateFeesFieldProps {
  invoice: InvoiceDocumentDto
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Whether an invoice's late fees are withdrawn with it; nothing if there are none to withdraw. */
export function LateFeesField({ invoice, checked, onChange }: LateFeesFieldProps) {
  const fees = invoice.late_fees.filter(({ voidable }) => voidable)
  if (fees.length === 0) return null
  return (
    <Checkbox
      label="Also void its unpaid late fees"
      description={fees
        .map((fee) => `${fee.number ?? 'Draft'} (${formatCharged(fee.amount_due, invoice.currency)})`)
        .join(', ')}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
