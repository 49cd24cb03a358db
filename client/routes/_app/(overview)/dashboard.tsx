import { createFileRoute } from '@tanstack/react-router'
import { dashboardScreen } from '#client/features/overview/dashboard/screen.ts'

export const Route = createFileRoute('/_app/(overview)/dashboard')({ ...dashboardScreen })
