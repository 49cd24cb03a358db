import { domain } from '../../base/core/domain.ts'
import { APPEND_ONLY } from '../../base/db/table-cards.ts'
import { auditRouter } from './router.ts'
import { auditVisibility } from './visibility.ts'

/** The audit log. */
export const audit = domain({
  routers: { audit: auditRouter },
  purposes: {
    'audit.list':
      'Finds entries of the audit log: who changed access, security, settings or money, and when.',
    'audit.exportCsv': 'Exports the audit log’s matching entries as CSV, the newest 50,000 at most.',
  },
  visibility: auditVisibility,
  tables: {
    audit_log: {
      of: 'agency',
      kept: APPEND_ONLY,
      key: ['id', 'agency_id', 'actor_id', 'subject_id'],
      system: ['actor_role', 'action', 'subject_type', 'created_at'],
      personal: {
        actor_name: { kept: APPEND_ONLY },
        detail: { kept: APPEND_ONLY },
      },
      ownData: { as: 'security_events', by: 'actor_id', columns: ['action', 'detail', 'created_at'] },
    },
  },
})
