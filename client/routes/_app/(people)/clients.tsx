import { createFileRoute } from '@tanstack/react-router'
import { clientsScreen } from '#client/features/people/clients/screen.ts'

export const Route = createFileRoute('/_app/(people)/clients')({ ...clientsScreen })
