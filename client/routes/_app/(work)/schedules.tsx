import { createFileRoute } from '@tanstack/react-router'
import { scheduleScreen } from '#client/features/work/schedule/screen.ts'

export const Route = createFileRoute('/_app/(work)/schedules')({ ...scheduleScreen })
