import { createFileRoute } from '@tanstack/react-router'
import { accounts } from '../-screens.ts'

export const Route = createFileRoute('/_app/accounts')({ staticData: { can: 'finance.read' }, ...accounts })
