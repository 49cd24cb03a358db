import type { Effects, Purposes } from '../../base/core/context.ts'

export const PROJECT_EFFECTS: Effects = {
  'projects.create': {
    does: 'Creates a project for a client.',
    follows: 'The client’s people with access to projects can see it.',
    records: ['project.created'],
  },
  'projects.update': {
    does: 'Changes a project’s name, category, status, dates or client.',
    follows:
      'The client sees the changes; a new status notifies the project’s people. The client of a project with messages, deliverables, or hours or expenses in a closed period can’t be changed.',
    records: ['project.updated', 'project.client-changed', 'project.status-changed', 'project.completed'],
  },
  'projects.setStatus': {
    does: 'Moves a project to another status.',
    follows: 'The project’s people are notified, including the client.',
    records: ['project.status-changed', 'project.completed'],
  },
  'projects.setArchived': {
    does: 'Archives a project, or restores it.',
    follows: 'An archived project disappears from lists; its data remains.',
    records: ['project.archived', 'project.restored'],
  },
}

export const PROJECT_PURPOSES: Purposes = {
  'projects.list': 'Finds projects by name, client or status.',
  'projects.counters': 'Counts projects by status, also archived ones, without listing them.',
  'projects.get': 'Returns one project, for example its status, dates, client and team.',
}
