import { createFileRoute } from '@tanstack/react-router'
import { settingsScreen } from '#client/features/overview/settings/screen.ts'

export const Route = createFileRoute('/_app/(overview)/settings')({ ...settingsScreen })
