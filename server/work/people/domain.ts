import { domain } from '../../base/core/domain.ts'
import { peopleRouter } from './router.ts'

/** The people a person can assign work to or message. */
export const people = domain({
  routers: { people: peopleRouter },
  purposes: {
    'people.list': 'Finds people to whom the caller can assign a quick task, by name.',
    'people.contributors': 'Finds contributors to whom a task or project can be assigned.',
  },
})
