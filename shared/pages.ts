/**
 * The addresses that have a screen, with the modules of `client/features/` it shows first; any other address
 * shows that there is none, with status 404.
 */
export const PAGES: Readonly<Record<string, readonly string[]>> = {
  '/': ['landing/landing-page.tsx'],
  // Within the chunk of the first screen.
  '/auth': [],
  '/pay': ['billing/pay-link-page.tsx'],
  '/test-bank': ['billing/test-bank-page.tsx'],
  '/accounts': ['finance/accounts-page.tsx'],
  '/agencies': ['agencies/agencies-page.tsx'],
  '/clients': ['clients/clients-page.tsx'],
  '/dashboard': ['dashboard/dashboard-page.tsx'],
  '/employees': ['employees/employees-page.tsx'],
  '/invoices': ['billing/payments-page.tsx'],
  '/messages': ['messages/messages-page.tsx'],
  '/my-invoices': ['billing/payments-page.tsx'],
  '/my-projects': ['projects/projects-page.tsx'],
  '/my-tasks': ['tasks/tasks-page.tsx'],
  '/packages': ['packages/packages-page.tsx'],
  '/payments': ['billing/payments-page.tsx'],
  '/payouts': ['billing/payments-page.tsx'],
  '/process': ['processes/processes-page.tsx'],
  '/projects': ['projects/projects-page.tsx'],
  '/quicks': ['quick-tasks/quick-tasks-page.tsx'],
  '/schedules': ['schedule/schedules-page.tsx'],
  '/settings': ['settings/settings-page.tsx'],
  '/tasks': ['tasks/tasks-page.tsx'],
  '/time-tracking': ['work-log/work-log-page.tsx'],
  '/work-log': ['work-log/work-log-page.tsx'],
  '/admin/agencies': ['finance/accounts-page.tsx'],
  '/admin/billing': ['billing/payments-page.tsx'],
  '/admin/logs': ['work-log/work-log-page.tsx'],
  '/admin/overview': ['dashboard/dashboard-page.tsx'],
  '/admin/usage': ['dashboard/dashboard-page.tsx'],
}

/** Open without signing in. */
export const OPEN_PAGES: readonly string[] = ['/', '/auth', '/pay', '/test-bank']
