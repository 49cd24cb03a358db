import { Router } from 'express'
import { sql } from 'kysely'
import { probeStorage } from '../adapters/storage-probe.ts'
import type { Services } from '../core/context.ts'
import { storageTrouble } from '../core/storage-trouble.ts'

const DATABASE_LIMIT_MS = 2000

/** `/healthz`: the process answers. `/readyz`: it can also store something and takes new requests. */
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

async function answersInTime(services: Services): Promise<boolean> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the database does not answer')), DATABASE_LIMIT_MS)
  try {
    await Promise.race([checkStorage(services), late])
    return true
  } catch (error) {
    if (storageTrouble(services, error) === null) services.log.warn({ err: error }, 'not ready')
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** The database answers, and there is room for what is to be stored. */
async function checkStorage(services: Services): Promise<void> {
  await sql`select 1`.execute(services.db)
  await probeStorage(services)
}
