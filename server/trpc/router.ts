import { authRouter } from '../auth/router.ts'
import { clientsRouter } from '../clients/router.ts'
import { employeesRouter } from '../employees/router.ts'
import { liveRouter } from '../live/router.ts'
import { projectsRouter } from '../projects/router.ts'
import { tasksRouter } from '../tasks/router.ts'
import { workLogRouter } from '../work-log/router.ts'
import { createCallerFactory, router } from './procedures.ts'

export const appRouter = router({
  auth: authRouter,
  clients: clientsRouter,
  employees: employeesRouter,
  live: liveRouter,
  projects: projectsRouter,
  tasks: tasksRouter,
  workLog: workLogRouter,
})

export type AppRouter = typeof appRouter
export const createCaller = createCallerFactory(appRouter)
