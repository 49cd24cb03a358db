import { createFileRoute } from '@tanstack/react-router'
import { accountsScreen } from '#client/features/money/ledger/screen.ts'

export const Route = createFileRoute('/_app/(money)/accounts')({ ...accountsScreen })
