import { createFileRoute } from '@tanstack/react-router'
import { payments } from '../-screens.ts'

export const Route = createFileRoute('/_app/payments')({ staticData: { can: 'payment.read' }, ...payments })
