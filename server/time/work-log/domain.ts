import { domain } from '../../base/core/domain.ts'
import { endLostTimers } from './commands/end-lost-timers.ts'
import { WORK_LOG_EFFECTS, WORK_LOG_PURPOSES } from './effects.ts'
import { workLogRouter } from './router.ts'
import { timeEntryVisibility } from './visibility.ts'

/** Time entries and timers. */
export const workLog = domain({
  routers: { workLog: workLogRouter },
  effects: WORK_LOG_EFFECTS,
  purposes: WORK_LOG_PURPOSES,
  causedHere: {
    'tasks.save': ['project.budget-reached'],
    'tasks.bulk': ['project.budget-reached'],
    'tasks.undoBulk': ['project.budget-reached'],
  },
  visibility: timeEntryVisibility,
  jobs: [{ name: 'lost-timers', schedule: '*/5 * * * *', run: endLostTimers }],
  tables: {
    time_entries: {
      of: { agencyOrPerson: 'user_id' },
      own: { person: 'user_id', where: ['agency_id', 'is', null] },
      uses: { project_id: 'projects', task_id: 'tasks' },
      key: [
        'id',
        'agency_id',
        'user_id',
        'employee_id',
        'project_id',
        'task_id',
        'session_id',
        'timesheet_id',
        'invoice_id',
        'payout_id',
        'invoice_line_id',
      ],
      content: ['note'],
      money: ['billing_rate', 'cost_rate'],
      system: [
        'kind',
        'started_at',
        'worked_on',
        'ended_at',
        'paused',
        'duration_seconds',
        'billable',
        'billed_elsewhere',
        'paid_elsewhere',
        'version',
        'created_at',
        'updated_at',
      ],
      ownData: {
        as: 'time_entries',
        by: 'user_id',
        columns: [
          'id',
          'project_id',
          'task_id',
          'kind',
          'note',
          'started_at',
          'worked_on',
          'ended_at',
          'duration_seconds',
          'billable',
          'billing_rate',
          'cost_rate',
          'created_at',
          'updated_at',
        ],
      },
    },
    time_tallies: {
      of: 'agency',
      derived: true,
      key: ['agency_id', 'employee_id'],
      system: ['seconds'],
    },
  },
})
