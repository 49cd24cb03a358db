import { createFileRoute } from '@tanstack/react-router'
import { tasks } from '../-screens.ts'

export const Route = createFileRoute('/_app/my-tasks')({ staticData: { can: 'task.read' }, ...tasks })
