import { createFileRoute } from '@tanstack/react-router'
import { quickTasksScreen } from '#client/features/work/quick-tasks/screen.ts'

export const Route = createFileRoute('/_app/(work)/quicks')({ ...quickTasksScreen })
