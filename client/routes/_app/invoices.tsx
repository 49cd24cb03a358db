import { createFileRoute } from '@tanstack/react-router'
import { payments } from '../-screens.ts'

export const Route = createFileRoute('/_app/invoices')({
  staticData: { can: 'payment.read', tab: 'invoices' },
  ...payments,
})
