import { clientsRouter } from '../clients/router.ts'
import { createCallerFactory, router } from './procedures.ts'

export const appRouter = router({
  clients: clientsRouter,
})

export type AppRouter = typeof appRouter
export const createCaller = createCallerFactory(appRouter)
