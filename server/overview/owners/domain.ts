import { domain } from '../../base/core/domain.ts'
import { ownersRouter } from './router.ts'

/** The owners of an agency. */
export const owners = domain({
  routers: { owners: ownersRouter },
})
