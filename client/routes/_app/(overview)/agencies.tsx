import { createFileRoute } from '@tanstack/react-router'
import { agenciesScreen } from '#client/features/overview/platform/agencies/screen.ts'

export const Route = createFileRoute('/_app/(overview)/agencies')({ ...agenciesScreen })
