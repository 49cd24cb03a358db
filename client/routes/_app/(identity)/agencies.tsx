import { createFileRoute } from '@tanstack/react-router'
import { agenciesScreen } from '#client/features/identity/agencies/screen.ts'

export const Route = createFileRoute('/_app/(identity)/agencies')({ ...agenciesScreen })
