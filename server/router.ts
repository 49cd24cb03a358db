import { MAX_PAGE_SIZE } from '#shared/paging.ts'
import { projectListInput } from '#shared/projects.ts'
import { registrationProcedures } from './agencies/router.ts'
import { apiTokensRouter } from './api-tokens/router.ts'
import { authProcedures } from './auth/router.ts'
import { autopayRouter } from './autopay/router.ts'
import { billingRouter } from './billing/router.ts'
import type { ProjectsOf } from './clients/queries/details.ts'
import { clientsRouter } from './clients/router.ts'
import { createCallerFactory, mergeRouters, router } from './core/procedures.ts'
import { dashboardRouter } from './dashboard/router.ts'
import { employeesRouter } from './employees/router.ts'
import { filesRouter } from './files/router.ts'
import { financeRouter } from './finance/router.ts'
import { importsRouter } from './imports/router.ts'
import { invitationsRouter } from './invitations/router.ts'
import { invoicesRouter } from './invoices/router.ts'
import { JOBS } from './jobs.ts'
import { messagesRouter } from './messages/router.ts'
import { ownersRouter } from './owners/router.ts'
import { packagesRouter, planPaymentsRouter } from './packages/router.ts'
import { paymentsRouter } from './payments/router.ts'
import { payoutsRouter } from './payouts/router.ts'
import { peopleRouter } from './people/router.ts'
import { agenciesRouter, platformProcedures } from './platform/router.ts'
import { processesRouter } from './processes/router.ts'
import { listProjects } from './projects/queries/projects.ts'
import { projectsRouter } from './projects/router.ts'
import { quickTasksRouter } from './quick-tasks/router.ts'
import { activityRouter } from './reactions/activity/router.ts'
import { auditRouter } from './reactions/audit/router.ts'
import { liveRouter } from './reactions/live/router.ts'
import { mailProcedures } from './reactions/mail/router.ts'
import { notificationsRouter } from './reactions/notifications/router.ts'
import { webhooksRouter } from './reactions/webhooks/router.ts'
import { scheduleRouter } from './schedule/router.ts'
import { searchRouter } from './search/router.ts'
import { settingsRouter } from './settings/router.ts'
import { tasksRouter } from './tasks/router.ts'
import { timesheetsRouter } from './timesheets/router.ts'
import { viewsRouter } from './views/router.ts'
import { workLogRouter } from './work-log/router.ts'

const projectsOfClient: ProjectsOf = async (ctx, clientId) => {
  const page = projectListInput.parse({ client_id: clientId, limit: MAX_PAGE_SIZE })
  return (await listProjects(ctx, page)).items
}

export const appRouter = router({
  activity: activityRouter,
  agencies: agenciesRouter,
  apiTokens: apiTokensRouter,
  audit: auditRouter,
  auth: router({ ...authProcedures, ...registrationProcedures }),
  autopay: autopayRouter,
  billing: billingRouter,
  clients: clientsRouter(projectsOfClient),
  dashboard: dashboardRouter,
  employees: employeesRouter,
  files: filesRouter,
  imports: importsRouter,
  invitations: invitationsRouter,
  finance: financeRouter,
  invoices: invoicesRouter,
  live: liveRouter,
  messages: messagesRouter,
  notifications: notificationsRouter,
  owners: ownersRouter,
  packages: packagesRouter,
  payments: mergeRouters(paymentsRouter, planPaymentsRouter),
  payouts: payoutsRouter,
  people: peopleRouter,
  platform: router({ ...platformProcedures(JOBS), ...mailProcedures }),
  processes: processesRouter,
  projects: projectsRouter,
  quickTasks: quickTasksRouter,
  schedule: scheduleRouter,
  search: searchRouter,
  settings: settingsRouter,
  tasks: tasksRouter,
  timesheets: timesheetsRouter,
  views: viewsRouter,
  webhooks: webhooksRouter,
  workLog: workLogRouter,
})

export type AppRouter = typeof appRouter
export const createCaller = createCallerFactory(appRouter)
