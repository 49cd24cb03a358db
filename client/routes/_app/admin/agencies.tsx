import { createFileRoute } from '@tanstack/react-router'
import { accounts } from '../../-screens.ts'

export const Route = createFileRoute('/_app/admin/agencies')({
  staticData: { can: 'finance.read' },
  ...accounts,
})
