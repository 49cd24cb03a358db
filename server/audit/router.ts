import { auditListInput } from '#shared/audit.ts'
import { router, userProcedure } from '../trpc/procedures.ts'
import { exportAudit, listAudit } from './queries.ts'

const read = userProcedure.meta({ can: 'audit.read' }).input(auditListInput)

export const auditRouter = router({
  list: read.query(({ ctx, input }) => listAudit(ctx.services.db, ctx.scope, input)),
  exportCsv: read.query(({ ctx, input }) => exportAudit(ctx.services.db, ctx.scope, input)),
})
