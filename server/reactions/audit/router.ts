import { auditListInput } from '#shared/reactions/schemas/audit.ts'
import { exportInTurn } from '../../base/adapters/export-queue.ts'
import { router, userProcedure } from '../../base/core/calls/procedures.ts'
import { exportAudit, listAudit } from './queries.ts'

const read = userProcedure.meta({ can: 'audit.read' }).input(auditListInput)

export const auditRouter = router({
  list: read.query(({ ctx, input }) => listAudit(ctx, input)),
  exportCsv: read.query(({ ctx, input }) => exportInTurn(ctx, () => exportAudit(ctx, input))),
})
