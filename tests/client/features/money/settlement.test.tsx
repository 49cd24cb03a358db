import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Settlement, ThankYou } from '#client/features/money/invoices/invoice/settlement.tsx'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import type { ChargeDto } from '#shared/money/payments/payments.ts'

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

test('what remains after an installment is due on the date of the next one', () => {
  const invoice: Partial<InvoiceDocumentDto> = {
    ...{ number: 'INV-1', client_id: null, issuer_name: 'Home', currency: 'USD', amount_due: 66_66 },
    ...{ dueDate: '2026-05-06', due_next: '2026-04-06' },
    instalments: [
      { due_date: '2026-03-06', amount: 33_34, open: 0 },
      { due_date: '2026-04-06', amount: 33_33, open: 33_33 },
      { due_date: '2026-05-06', amount: 33_33, open: 33_33 },
    ],
  }
  const paid: Partial<ChargeDto> = { payment_id: 'p', amount: 33_34, currency: 'USD' }
  const shown = { invoice: invoice as InvoiceDocumentDto, paid: paid as ChargeDto, below: '/documents' }
  render(<ThankYou {...shown} />, { wrapper: MantineProvider })
  expect(screen.getByRole('status').textContent).toContain(
    '$66.66 USD of INV-1 remains, due in 2 installments, the next of $33.33 USD on Apr 06, 2026.',
  )
})
