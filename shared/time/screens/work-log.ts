import { call, list, screen } from '../../base/screens.ts'
import { projectChoices } from '../../work/screens/projects.ts'

export interface EntryFilterValues {
  from: string | null
  to: string | null
  project: string | null
  person: string | null
  billable: 'yes' | 'no' | null
}

export const NO_ENTRY_FILTERS: EntryFilterValues = {
  from: null,
  to: null,
  project: null,
  person: null,
  billable: null,
}

/** Whose entries a list shows: the user's own, or all they may see. */
export type Whose = 'own' | 'agency'

/** Clients first see the hours shared with them; their own are private notes. */
export const firstWhose = (role: string): Whose => (role === 'client' ? 'agency' : 'own')

export const entryListInput = (filters: EntryFilterValues, whose: Whose, timezone: string) => ({
  whose,
  timezone,
  from: filters.from,
  to: filters.to,
  project_id: filters.project,
  user_id: whose === 'agency' ? filters.person : null,
  billable: filters.billable === null ? null : filters.billable === 'yes',
})

export const workLog = screen({
  label: 'Work Log',
  address: '/work-log',
  aliases: ['/time-tracking', '/admin/logs'],
  can: 'work-log.own',
  icon: 'clock',
  key: 'W',
  sidebar: ['agency_admin', 'employee', 'client'],
  bottomBar: ['employee'],
  firstCalls: ({ role, timezone }) => [
    call('workLog.counters', { timezone }),
    call('projects.list', projectChoices()),
    list('workLog.list', entryListInput(NO_ENTRY_FILTERS, firstWhose(role), timezone)),
  ],
})
