import { Router } from 'express'
import { sql } from 'kysely'
import { probeStorage } from '../../../base/adapters/storage/storage-probe.ts'
import type { Services } from '../../../base/core/context.ts'
import { VERSION } from '../../../base/core/startup/version.ts'
import { describeStorageFailure } from '../../../base/core/storage-failures.ts'
import { databaseOf } from '../../../base/db/engines/connection.ts'
import { schemaNewer } from '../../../base/db/engines/schema-watch.ts'

const DATABASE_LIMIT_MS = 2000

/** `/healthz`: the process responds, with its version. `/readyz`: it can also write data and accepts new requests. */
export function createHealthRoutes(services: Services, isDraining: () => boolean): Router {
  const router = Router()
  router.use(['/healthz', '/readyz'], (_req, res, next) => {
    res.setHeader('cache-control', 'no-store')
    next()
  })
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok', version: VERSION })
  })
  router.get('/readyz', async (_req, res) => {
    const trouble = isDraining() ? {} : await findTrouble(services)
    if (trouble === null) res.json({ status: 'ready' })
    else res.status(503).json({ status: 'unavailable', ...trouble })
  })
  return router
}

/** Null if everything works; otherwise the reason, if it is known. */
async function findTrouble(services: Services): Promise<{ reason?: string } | null> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the database did not respond')), DATABASE_LIMIT_MS)
  try {
    await Promise.race([services.inFlight.run(() => checkStorage(services)), late])
    return null
  } catch (error) {
    const trouble = describeStorageFailure(services, error)
    if (trouble === null) services.log.warn({ err: error }, 'not ready')
    return { reason: trouble?.details.reason }
  } finally {
    clearTimeout(timer)
  }
}

/** Checks that the database responds and the storage has space. */
async function checkStorage(services: Services): Promise<void> {
  await sql`select 1`.execute(services.db)
  const { schema } = databaseOf(services.db)
  await schema.look()
  if (schema.outdated) throw schemaNewer()
  await probeStorage(services)
}
