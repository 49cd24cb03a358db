import { ROLES } from '../../base/roles.ts'
import { call, list, screen } from '../../base/screens.ts'
import { projectChoices } from '../../work/screens/projects.ts'
import { FEED_PAGE } from '../dashboard.ts'

export const dashboard = screen({
  label: 'Overview',
  address: '/dashboard',
  aliases: ['/admin/overview', '/admin/usage'],
  can: 'session.own',
  icon: 'layout-dashboard',
  key: 'O',
  sidebar: 'anyone',
  bottomBar: ROLES,
  firstCalls: ({ role }) => [
    call('dashboard.stats'),
    call('dashboard.charts'),
    ...(role === 'super_admin' ? [] : [call('dashboard.waiting'), call('dashboard.firstSteps')]),
    ...(role === 'agency_admin' ? [call('stoppedWork.list')] : []),
    list('activity.list', FEED_PAGE),
    ...(role === 'employee' ? [call('projects.list', projectChoices())] : []),
  ],
})
