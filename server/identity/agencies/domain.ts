import { router } from '../../base/core/calls/procedures.ts'
import { domain } from '../../base/core/domain.ts'
import { registrationProcedures } from './router.ts'
import { agencyVisibility } from './visibility.ts'

/** Agencies and registration. */
export const agencies = domain({
  routers: { auth: router(registrationProcedures) },
  visibility: agencyVisibility,
  tables: {
    agencies: {
      of: { agency: 'id' },
      key: ['id', 'owner_id', 'logo'],
      content: ['name', 'invoice_details', 'host'],
      money: ['currency'],
      system: [
        'status',
        'timezone',
        'trial_ends_at',
        'suspended_at',
        'created_at',
        'updated_at',
        'delete_after',
        'version',
        'storage_used',
        'debtor_count',
        'accent',
      ],
    },
  },
})
