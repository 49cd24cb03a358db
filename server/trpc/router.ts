import { clientsRouter } from '../clients/router.ts'
import { employeesRouter } from '../employees/router.ts'
import { createCallerFactory, router } from './procedures.ts'

export const appRouter = router({
  clients: clientsRouter,
  employees: employeesRouter,
})

export type AppRouter = typeof appRouter
export const createCaller = createCallerFactory(appRouter)
