import { openStorage } from '../../base/adapters/storage/storage.ts'
import { router } from '../../base/core/calls/procedures.ts'
import { domain } from '../../base/core/domain.ts'
import { purgeAgencies } from './agencies/commands/purge-agencies.ts'
import { backUpNightly, backUpToBucketWhenDue } from './backups/commands/back-up-on-schedule.ts'
import { checkFiles } from './backups/commands/check-files.ts'
import { removeLeftovers } from './backups/commands/remove-leftovers.ts'
import { compareBooks } from './checks/commands/compare-books.ts'
import { reconcileTallies } from './checks/commands/reconcile-tallies.ts'
import { warnAdministrators } from './checks/commands/warn.ts'
import { adoptPlatformSettings } from './commands/save-settings.ts'
import { PLATFORM_EFFECTS, PLATFORM_PURPOSES } from './effects.ts'
import { agenciesRouter, platformProcedures } from './router.ts'
import { BUCKET_BACKUP_JOB } from './rules.ts'

/** The installation: its agencies, settings, backups and checks. */
export const platform = domain({
  routers: { agencies: agenciesRouter, platform: router(platformProcedures) },
  effects: PLATFORM_EFFECTS,
  purposes: PLATFORM_PURPOSES,
  jobs: [
    { name: 'platform-settings', schedule: '* * * * *', run: adoptPlatformSettings },
    { name: 'alerts', schedule: '*/5 * * * *', run: warnAdministrators },
    { name: 'nightly-backup', schedule: '15 2 * * *', run: backUpNightly },
    { name: BUCKET_BACKUP_JOB, schedule: '45 * * * *', run: backUpToBucketWhenDue },
    { name: 'check-files', schedule: '8,18,28,38,48,58 * * * *', run: checkFiles },
    { name: 'compare-books', schedule: '5 3 * * *', run: compareBooks },
    { name: 'reconcile-tallies', schedule: '50 3 * * *', run: reconcileTallies },
    { name: 'purge-agencies', schedule: '40 2 * * *', run: purgeAgencies },
  ],
  cleanUp: {
    'leftovers of backups': ({ services }) =>
      removeLeftovers(services.config, services.log, services.clock()),
    'unused uploads': ({ services, now }) => openStorage(services.config).sweep(now),
  },
  tables: {
    platform_settings: {
      of: 'platform',
      stays: 'belongs to the installation',
      key: ['id', 'logo', 'instance_keys_agency_id'],
      money: ['connect_fee_bps'],
      system: [
        'name',
        'registration',
        'enforce_plan_limits',
        'auto_backup',
        'version',
        'updated_at',
        'key_fingerprint',
        'connect_enabled',
        'stripe_identity',
        'provider_fees_since',
      ],
    },
    alerts: {
      of: 'platform',
      stays: 'belongs to the installation',
      system: ['kind', 'details', 'began_at', 'told_at'],
    },
    backups: {
      of: 'platform',
      stays: 'belongs to the installation',
      key: ['id'],
      system: [
        'destination',
        'name',
        'started_at',
        'finished_at',
        'bytes',
        'error',
        'kind',
        'status',
        'alive_until',
        'bytes_done',
        'bytes_total',
        'damaged',
        'damaged_count',
      ],
    },
  },
})
