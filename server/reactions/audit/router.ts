import { auditListInput } from '#shared/audit.ts'
import { router, userProcedure } from '../../core/procedures.ts'
import { exportAudit, listAudit } from './queries.ts'

const read = userProcedure.meta({ can: 'audit.read' }).input(auditListInput)

export const auditRouter = router({
  list: read.query(({ ctx, input }) => listAudit(ctx, input)),
  exportCsv: read.query(({ ctx, input }) => exportAudit(ctx, input)),
})
