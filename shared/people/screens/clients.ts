import { call, list, screen } from '../../base/screens.ts'

export const NO_CLIENT_FILTERS = { search: '', archived: false }

export const clients = screen({
  label: 'Clients',
  address: '/clients',
  can: 'client.read',
  icon: 'building',
  key: 'C',
  sidebar: ['agency_admin'],
  bottomBar: ['agency_admin'],
  firstCalls: () => [
    call('clients.counters'),
    call('views.list', { list: 'clients' }),
    list('clients.list', NO_CLIENT_FILTERS),
  ],
})
