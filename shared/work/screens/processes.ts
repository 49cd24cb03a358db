import { call, list, screen } from '../../base/screens.ts'

export const processes = screen({
  label: 'Process Management',
  address: '/process',
  can: 'process.read',
  icon: 'route',
  key: 'R',
  palette: 'process.read',
  firstCalls: () => [
    call('processes.list', { archived: false }),
    list('processes.runs', { status: 'active' }),
  ],
})
