import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PaidNote, Settlement, ThankYou } from '#client/features/money/invoices/invoice/settlement.tsx'
import type { InvoiceDocumentDto } from '#shared/money/invoices/invoices.ts'
import { statusLabel } from '#shared/money/invoices/settled.ts'
import type { ChargeDto } from '#shared/money/payments/payments.ts'

afterEach(cleanup)

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
  const { container } = render(<ThankYou {...shown} />, { wrapper: MantineProvider })
  expect(within(container).getByRole('status').textContent).toContain(
    '$66.66 USD of INV-1 remains, due in 2 installments, the next of $33.33 USD on Apr 06, 2026.',
  )
})

const SETTLED: Partial<InvoiceDocumentDto> = {
  ...{ kind: 'invoice', status: 'paid', number: 'INV-1', client_id: null, issuer_name: 'Home' },
  ...{ amount: 100_00, amount_due: 0, currency: 'USD', amount_written_off: 0 },
}

test.each([
  [
    'Paid',
    { paid: 100_00, credited: 0, applied: 0 },
    /^Invoice Paid.*already been paid in full/,
    /paid in full/,
  ],
  [
    'Paid, partly credited',
    { paid: 30_00, credited: 60_00, applied: 10_00 },
    /^Invoice settled\$60\.00 USD of this invoice was credited and the rest was paid\. Nothing is due on it\.$/,
    /Nothing more is due on INV-1\./,
  ],
  [
    'Paid, partly credited',
    { paid: 100_00, credited: 40_00, applied: -40_00 },
    /^Invoice settled\$40\.00 USD of this invoice was credited/,
    /Nothing more is due on INV-1\./,
  ],
  [
    'Credited',
    { paid: 100_00, credited: 100_00, applied: -100_00 },
    /^Invoice credited/,
    /Nothing more is due/,
  ],
])('an invoice settled as “%s” says so', (label, { paid, credited, applied }, note, thanks) => {
  const amounts = { amount_paid: paid, amount_credited: credited, amount_applied: applied }
  const invoice = { ...SETTLED, ...amounts } as InvoiceDocumentDto
  expect(statusLabel(invoice)).toBe(label)
  const paidNote = render(<PaidNote invoice={invoice} />, { wrapper: MantineProvider })
  expect(within(paidNote.container).getByRole('alert').textContent).toMatch(note)
  const charge = { payment_id: 'p', amount: 30_00, currency: 'USD' } as ChargeDto
  const thankYou = render(<ThankYou invoice={invoice} paid={charge} below="/documents" />, {
    wrapper: MantineProvider,
  })
  expect(within(thankYou.container).getByRole('status').textContent).toMatch(thanks)
})
