import { lazyRouteComponent } from '@tanstack/react-router'
import { dashboardSearch } from '#client/features/dashboard/dashboard-search.ts'
import { accountsSearch } from '#client/features/finance/accounts-search.ts'
import { paymentsSearch } from '#client/features/payments/payments-search.ts'
import { projectSearch } from '#client/features/projects/project/project-search.ts'
import { taskSearch } from '#client/features/tasks/task/task-search.ts'
import { workLogSearch } from '#client/features/work-log/work-log-search.ts'
import { patient } from '#client/lib/reach.ts'

// Screens with more than one path.

export const accounts = {
  validateSearch: accountsSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('#client/features/finance/accounts-page.tsx')),
    'AccountsPage',
  ),
}

export const dashboard = {
  validateSearch: dashboardSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('#client/features/dashboard/dashboard-page.tsx')),
    'DashboardPage',
  ),
}

export const payments = {
  validateSearch: paymentsSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('#client/features/billing/payments-page.tsx')),
    'PaymentsPage',
  ),
}

export const projects = {
  validateSearch: projectSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('#client/features/projects/projects-page.tsx')),
    'ProjectsPage',
  ),
}

export const tasks = {
  validateSearch: taskSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('#client/features/tasks/tasks-page.tsx')),
    'TasksPage',
  ),
}

export const workLog = {
  validateSearch: workLogSearch.validate,
  component: lazyRouteComponent(
    patient(() => import('#client/features/work-log/work-log-page.tsx')),
    'WorkLogPage',
  ),
}
