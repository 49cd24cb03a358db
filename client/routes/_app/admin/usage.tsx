import { createFileRoute } from '@tanstack/react-router'
import { dashboard } from '../../-screens.ts'

export const Route = createFileRoute('/_app/admin/usage')({
  staticData: { can: 'session.own' },
  ...dashboard,
})
