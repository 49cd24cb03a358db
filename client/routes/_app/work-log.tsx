import { createFileRoute } from '@tanstack/react-router'
import { workLog } from '../-screens.ts'

export const Route = createFileRoute('/_app/work-log')({ staticData: { can: 'work-log.own' }, ...workLog })
