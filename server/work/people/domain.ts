import { domain } from '../../base/core/domain.ts'
import { peopleRouter } from './router.ts'

/** The people a person can assign work to or message. */
export const people = domain({
  routers: { people: peopleRouter },
})
