import { createFileRoute } from '@tanstack/react-router'
import { tasksScreen } from '#client/features/work/tasks/screen.ts'

export const Route = createFileRoute('/_app/(work)/my-tasks')({ ...tasksScreen })
