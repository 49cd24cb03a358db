import { createFileRoute } from '@tanstack/react-router'
import { workLogScreen } from '#client/features/time/work-log/screen.ts'

export const Route = createFileRoute('/_app/(time)/work-log')({ ...workLogScreen })
