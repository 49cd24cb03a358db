import type { Effects, Purposes } from '../../base/core/context.ts'

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

export const DASHBOARD_PURPOSES: Purposes = {
  'dashboard.stats': 'Returns the key figures of the caller’s dashboard.',
  'dashboard.charts': 'Returns the data of the charts on the caller’s dashboard.',
  'dashboard.waiting':
    'Lists what is late or waits for the caller, such as overdue invoices and weeks to approve.',
  'dashboard.firstSteps': 'Tells which steps of “Getting started” the caller has not done or skipped yet.',
}
