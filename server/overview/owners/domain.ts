import { domain } from '../../base/core/domain.ts'
import { membersRouter, ownersRouter } from './router.ts'

/** The owners of an agency, and what they can do about its members' sign-in. */
export const owners = domain({
  routers: { owners: ownersRouter, members: membersRouter },
})
