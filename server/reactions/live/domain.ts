import { domain } from '../../base/core/domain.ts'
import { deleteOldChanges } from './queries.ts'
import { liveRouter } from './router.ts'

/** Which queries open screens refresh. */
export const live = domain({
  routers: { live: liveRouter },
  cleanUp: { 'changes for open screens': deleteOldChanges },
  tables: {
    changes: {
      of: 'agency',
      stays: 'is needed for minutes or days only',
      derived: true,
      key: ['id', 'agency_id', 'project_id', 'client_id', 'user_id'],
      system: ['domains', 'created_at'],
    },
  },
})
