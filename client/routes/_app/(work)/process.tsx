import { createFileRoute } from '@tanstack/react-router'
import { processesScreen } from '#client/features/work/processes/screen.ts'

export const Route = createFileRoute('/_app/(work)/process')({ ...processesScreen })
