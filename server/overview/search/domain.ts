import { domain } from '../../base/core/domain.ts'
import { searchRouter } from './router.ts'

/** Search across everything a person can see. */
export const search = domain({
  routers: { search: searchRouter },
  purposes: {
    'search.all': 'Finds clients, contributors, projects, tasks, invoices and messages by words.',
  },
})
