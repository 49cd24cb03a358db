import { deleteExpiredLimits } from './adapters/rate-limit.ts'
import { domain } from './core/domain.ts'
import { own } from './core/rows/visibility.ts'
import { deleteOldFailures } from './core/work/commands.ts'
import { deleteOldRuns } from './db/job-runs.ts'
import { deleteOldRequests } from './db/keyed-requests.ts'

/** Infrastructure that all domains use: jobs, rate limits, repeated requests, and agency moves. */
export const base = domain({
  cleanUp: {
    'rate limits': ({ db, now }) => deleteExpiredLimits(db, now),
    'runs of jobs': ({ db, now }) => deleteOldRuns(db, now),
    'repeated requests': ({ db, now }) => deleteOldRequests(db, now),
    'failures of jobs': deleteOldFailures,
  },
  visibility: {
    failing_work: { agency: own, platform: (row) => row.isNull('agency_id') },
  },
  tables: {
    job_runs: {
      of: 'platform',
      stays: 'belongs to the installation',
      key: ['run_key'],
      system: ['job', 'status', 'started_at', 'finished_at', 'error', 'alive_until'],
    },
    failing_work: {
      of: { agency: 'agency_id' },
      stays: 'the target counts the failures of its own jobs',
      key: ['work', 'item', 'agency_id'],
      content: ['reason'],
      system: ['link', 'failures', 'failed_at', 'retry_at', 'stopped_at'],
      personal: { name: { of: 'item', mentions: true } },
    },
    keyed_requests: {
      of: { person: 'user_id' },
      stays: 'is needed for minutes or days only',
      own: 'user_id',
      key: ['user_id'],
      secret: ['key_hash', 'input_hash', 'answer'],
      system: ['procedure', 'created_at'],
    },
    rate_limits: {
      of: 'platform',
      stays: 'is needed for minutes or days only',
      key: ['key'],
      system: ['points', 'expire'],
    },
    agency_moves: {
      of: 'platform',
      stays: 'belongs to the installation',
      key: ['agency_id', 'move_id'],
      system: ['name', 'state', 'address', 'began_at', 'ended_at'],
    },
    moved_keys: {
      of: 'platform',
      stays: 'gives people of moved agencies their new address',
      key: ['agency_id'],
      secret: ['key_hash', 'password_hash'],
    },
    schema_compatibility: {
      of: 'platform',
      stays: 'belongs to the installation',
      key: ['id'],
      system: ['oldest_program'],
    },
    search_entries: {
      of: 'agency',
      stays: 'triggers fill it at the target while rows are copied',
      derived: true,
      key: ['entry_id', 'subject_id', 'agency_id', 'project_id', 'client_id'],
      content: ['title', 'keywords', 'body', 'folded'],
      system: ['kind', 'client_visible', 'audience'],
    },
  },
})
