import { Router } from 'express'
import { sql } from 'kysely'
import type { Services } from '../core/context.ts'

const DATABASE_LIMIT_MS = 2000

/** `/healthz`: the process answers. `/readyz`: it can also reach its database and takes new requests. */
export function createHealthRoutes(services: Services, isDraining: () => boolean): Router {
  const router = Router()
  router.use(['/healthz', '/readyz'], (_req, res, next) => {
    res.setHeader('cache-control', 'no-store')
    next()
  })
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' })
  })
  router.get('/readyz', async (_req, res) => {
    const ready = !isDraining() && (await answersInTime(services))
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'unavailable' })
  })
  return router
}

async function answersInTime({ db, log }: Services): Promise<boolean> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the database does not answer')), DATABASE_LIMIT_MS)
  try {
    await Promise.race([sql`select 1`.execute(db), late])
    return true
  } catch (error) {
    log.warn({ err: error }, 'not ready')
    return false
  } finally {
    clearTimeout(timer)
  }
}
