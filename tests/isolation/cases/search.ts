import { addProject } from '#tests/support/work.ts'
import type { IsolationCases } from '../case.ts'

export const searchCases: IsolationCases = {
  'search.all': {
    can: 'search.read',
    call: (caller) => caller.search.all({ query: 'website' }),
    hidden: async (world, db) => [(await addProject(db, world.foreign)).id],
  },
}
