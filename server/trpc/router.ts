import { activityRouter } from '../activity/router.ts'
import { agenciesRouter } from '../agencies/router.ts'
import { apiTokensRouter } from '../api-tokens/router.ts'
import { auditRouter } from '../audit/router.ts'
import { authRouter } from '../auth/router.ts'
import { clientsRouter } from '../clients/router.ts'
import { dashboardRouter } from '../dashboard/router.ts'
import { employeesRouter } from '../employees/router.ts'
import { filesRouter } from '../files/router.ts'
import { financeRouter } from '../finance/router.ts'
import { invitationsRouter } from '../invitations/router.ts'
import { invoicesRouter } from '../invoices/router.ts'
import { liveRouter } from '../live/router.ts'
import { messagesRouter } from '../messages/router.ts'
import { notificationsRouter } from '../notifications/router.ts'
import { packagesRouter } from '../packages/router.ts'
import { paymentsRouter } from '../payments/router.ts'
import { payoutsRouter } from '../payouts/router.ts'
import { peopleRouter } from '../people/router.ts'
import { platformRouter } from '../platform/router.ts'
import { processesRouter } from '../processes/router.ts'
import { projectsRouter } from '../projects/router.ts'
import { quickTasksRouter } from '../quick-tasks/router.ts'
import { scheduleRouter } from '../schedule/router.ts'
import { searchRouter } from '../search/router.ts'
import { settingsRouter } from '../settings/router.ts'
import { tasksRouter } from '../tasks/router.ts'
import { timesheetsRouter } from '../timesheets/router.ts'
import { webhooksRouter } from '../webhooks/router.ts'
import { workLogRouter } from '../work-log/router.ts'
import { createCallerFactory, router } from './procedures.ts'

export const appRouter = router({
  activity: activityRouter,
  agencies: agenciesRouter,
  apiTokens: apiTokensRouter,
  audit: auditRouter,
  auth: authRouter,
  clients: clientsRouter,
  dashboard: dashboardRouter,
  employees: employeesRouter,
  files: filesRouter,
  invitations: invitationsRouter,
  finance: financeRouter,
  invoices: invoicesRouter,
  live: liveRouter,
  messages: messagesRouter,
  notifications: notificationsRouter,
  packages: packagesRouter,
  payments: paymentsRouter,
  payouts: payoutsRouter,
  people: peopleRouter,
  platform: platformRouter,
  processes: processesRouter,
  projects: projectsRouter,
  quickTasks: quickTasksRouter,
  schedule: scheduleRouter,
  search: searchRouter,
  settings: settingsRouter,
  tasks: tasksRouter,
  timesheets: timesheetsRouter,
  webhooks: webhooksRouter,
  workLog: workLogRouter,
})

export type AppRouter = typeof appRouter
export const createCaller = createCallerFactory(appRouter)
