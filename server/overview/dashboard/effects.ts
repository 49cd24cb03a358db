import type { Effects } from '../../base/core/context.ts'

export const DASHBOARD_EFFECTS: Effects = {
  'dashboard.skipStep': {
    does: 'Hides or shows a step of the caller’s “Getting started”.',
    records: [],
  },
  'dashboard.addSample': {
    does: 'Adds a sample client with a sample project to explore.',
    follows: 'No one is invited or emailed. dashboard.removeSample removes it again.',
    records: ['client.created', 'project.created', 'project.status-changed', 'task.created'],
  },
  'dashboard.removeSample': {
    does: 'Removes the sample client with everything that belongs to it.',
    follows: 'It can’t be restored.',
    records: ['sample.removed'],
  },
}
