import { Router } from 'express'
import type { Services } from '../../../base/core/context.ts'
import { systemContext } from '../../../base/core/rows/reach.ts'
import { listHosts } from '../../../identity/agencies/queries/host.ts'
import { requireScraper } from './metrics.ts'

/**
 * `/directory`: the hosts this installation serves, for a proxy in front of more than one installation. Requires
 * the token of `/metrics`.
 */
export function createDirectoryRoute(services: Services): Router {
  const router = Router()
  router.get('/directory', async (req, res, next) => {
    if (!requireScraper(services.config, req, res, next)) return
    res.json({ hosts: await services.inFlight.run(() => listHosts(systemContext({ services }))) })
  })
  return router
}
