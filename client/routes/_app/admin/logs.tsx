import { createFileRoute } from '@tanstack/react-router'
import { workLog } from '../../-screens.ts'

export const Route = createFileRoute('/_app/admin/logs')({ staticData: { can: 'work-log.own' }, ...workLog })
