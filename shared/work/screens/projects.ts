import { CHOICES } from '../../base/paging.ts'
import { call, list, screen } from '../../base/screens.ts'

export const NO_PROJECT_FILTERS = {
  search: '',
  status: null,
  client_id: null,
  active: false,
  archived: false,
}

/** What fields and filters offer while a project's name is typed. */
export const projectChoices = (search = '') => ({ search, limit: CHOICES })

export const projects = screen({
  label: 'Projects',
  address: '/projects',
  aliases: ['/my-projects'],
  can: 'project.read',
  icon: 'folder',
  key: 'P',
  sidebar: ['agency_admin', 'employee', 'client'],
  bottomBar: ['agency_admin', 'employee', 'client'],
  firstCalls: () => [call('views.list', { list: 'projects' }), list('projects.list', NO_PROJECT_FILTERS)],
})
