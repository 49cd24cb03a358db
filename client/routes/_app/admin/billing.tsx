import { createFileRoute } from '@tanstack/react-router'
import { payments } from '../../-screens.ts'

export const Route = createFileRoute('/_app/admin/billing')({
  staticData: { can: 'payment.read' },
  ...payments,
})
