import { call, list, screen } from '../../base/screens.ts'

export const quickTasks = screen({
  label: 'Quick Tasks',
  address: '/quicks',
  can: 'quick-task.own',
  icon: 'bolt',
  key: 'Q',
  palette: 'quick-task.own',
  firstCalls: () => [
    call('quickTasks.counters'),
    list('quickTasks.list', { view: 'overdue' }),
    list('quickTasks.list', { view: 'today' }),
    list('quickTasks.list', { view: 'upcoming' }),
    call('quickTasks.recent'),
  ],
})
