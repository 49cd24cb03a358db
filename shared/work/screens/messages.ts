import { ROLES } from '../../base/roles.ts'
import { list, screen } from '../../base/screens.ts'

export const messages = screen({
  label: 'Messages',
  address: '/messages',
  can: 'message.read',
  icon: 'message',
  key: 'M',
  sidebar: ROLES,
  bottomBar: ROLES,
  firstCalls: () => [list('messages.projects', { search: '' })],
})
