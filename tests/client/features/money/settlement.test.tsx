import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Settlement } from '#client/features/money/invoices/invoice/settlement.tsx'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'

test('credit applied to an invoice and credit that its payment created are shown separately', () => {
  const invoice: Partial<InvoiceDocumentDto> = {
    ...{ amount: 100_00, currency: 'USD', amount_due: 0, amount_processing: 0, amount_written_off: 0 },
    ...{ amount_paid: 120_00, amount_credited: 0, amount_applied: -20_00, amount_kept: 50_00 },
  }
  render(<Settlement invoice={invoice as InvoiceDocumentDto} />, { wrapper: MantineProvider })
  expect(screen.getByLabelText('Payments').textContent).toMatch(
    /Paid-\$120\.00.*Credit applied-\$30\.00.*Kept as credit\$50\.00/,
  )
})
