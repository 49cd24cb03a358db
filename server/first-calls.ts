import type { inferRouterInputs } from '@trpc/server'
import dayjs from 'dayjs'
import type { SessionUserDto } from '#shared/auth.ts'
import { dateInZone } from '#shared/dates.ts'
import type { FirstCall } from '#shared/page-data.ts'
import type { FirstCalls } from './http/page-data.ts'
import type { AppRouter } from './router.ts'

type Inputs = inferRouterInputs<AppRouter>
type Path = { [Domain in keyof Inputs]: `${Domain}.${keyof Inputs[Domain] & string}` }[keyof Inputs]
type InputOf<P extends Path> = P extends `${infer Domain extends keyof Inputs}.${infer Name}`
  ? Name extends keyof Inputs[Domain]
    ? Inputs[Domain][Name]
    : never
  : never

/** The input is exactly what the screen sends, or its cache doesn't find the answer. */
const call = <P extends Path>(path: P, input?: InputOf<P>): FirstCall => ({ path, input, paged: false })
const list = <P extends Path>(path: P, input: InputOf<P>): FirstCall => ({ path, input, paged: true })

/** What the frame of every screen shows. */
const OF_FRAME = [
  call('workLog.timer'),
  call('messages.unreadCount'),
  call('notifications.unreadCount'),
  call('settings.get'),
]

/** Those that filters and quick lines offer before anything is typed. */
const PROJECTS_TO_CHOOSE = call('projects.list', { search: '', limit: 50 })

/** What each screen shows first, at its address without filters; `tests/e2e/first-data.spec.ts` keeps them true. */
const OF_PAGES: Readonly<Record<string, (user: SessionUserDto, now: Date) => FirstCall[]>> = {
  '/accounts': ({ books_timezone }, now) => {
    const to = dateInZone(now, books_timezone)
    const monthOf = (monthsAgo: number) =>
      dayjs(to).startOf('month').subtract(monthsAgo, 'month').format('YYYY-MM-DD')
    const month = { from: monthOf(0), to }
    const filters = { flow: null, category: null, client_id: null, project_id: null, search: '' }
    return [
      call('finance.missingRates'),
      call('finance.summary', month),
      call('finance.summary', { from: monthOf(11), to }),
      list('finance.transactions', { ...month, ...filters }),
    ]
  },
  '/agencies': () => [
    call('agencies.counters'),
    call('agencies.list', {
      search: '',
      status: null,
      plan_id: null,
      sort: 'revenue',
      order: 'desc',
      page: 1,
    }),
    call('packages.list', {}),
  ],
  '/clients': () => [
    call('clients.counters'),
    call('views.list', { list: 'clients' }),
    list('clients.list', { search: '', archived: false }),
  ],
  '/dashboard': ({ role }) => [
    call('dashboard.stats'),
    call('dashboard.charts'),
    ...(role === 'super_admin' ? [] : [call('dashboard.waiting'), call('dashboard.firstSteps')]),
    list('activity.list', { limit: 8 }),
    ...(role === 'employee' ? [PROJECTS_TO_CHOOSE] : []),
  ],
  '/employees': () => [
    call('employees.counters'),
    call('views.list', { list: 'employees' }),
    list('employees.list', { search: '', deactivated: false }),
  ],
  '/invoices': ({ role, client_id }) => [
    call('invoices.summary'),
    call('views.list', { list: 'invoices' }),
    list('invoices.list', {
      search: '',
      status: null,
      client_id: null,
      currency: null,
      side: role === 'employee' || role === 'client' ? null : 'issued',
    }),
    ...(client_id === null ? [] : [call('invoices.clientCredit', { client_id })]),
  ],
  '/messages': () => [list('messages.projects', { search: '' })],
  '/packages': () => [call('packages.list', { kind: 'package', archived: false })],
  '/payments': () => [call('packages.plans'), call('packages.subscription')],
  '/process': () => [
    call('processes.list', { archived: false }),
    list('processes.runs', { status: 'active' }),
  ],
  '/projects': () => [
    call('views.list', { list: 'projects' }),
    list('projects.list', { search: '', status: null, client_id: null, active: false, archived: false }),
  ],
  '/quicks': () => [
    call('quickTasks.counters'),
    list('quickTasks.list', { view: 'overdue' }),
    list('quickTasks.list', { view: 'today' }),
    list('quickTasks.list', { view: 'upcoming' }),
    call('quickTasks.recent'),
  ],
  '/schedules': ({ timezone }, now) => {
    const date = dateInZone(now, timezone)
    return [
      call('schedule.range', { from: date, to: date, timezone }),
      call('schedule.counters', { timezone }),
      call('schedule.feed'),
    ]
  },
  '/tasks': ({ role }) => {
    const filters = { search: '', project_id: null, assigned_to_id: null, due: null }
    return [
      call('tasks.counters', filters),
      call('views.list', { list: 'tasks' }),
      list('tasks.list', { ...filters, status: null, open: false }),
      PROJECTS_TO_CHOOSE,
      ...(role === 'client' ? [] : [call('people.contributors', {})]),
    ]
  },
  '/work-log': ({ role, timezone }) => [
    call('workLog.counters', { timezone }),
    PROJECTS_TO_CHOOSE,
    list('workLog.list', {
      whose: role === 'client' ? 'agency' : 'own',
      timezone,
      from: null,
      to: null,
      project_id: null,
      user_id: null,
      billable: null,
    }),
  ],
}

export const firstCalls: FirstCalls = (page, filtered, user, now) => [
  ...OF_FRAME,
  ...(filtered ? [] : (OF_PAGES[page]?.(user, now) ?? [])),
]
