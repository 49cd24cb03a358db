import { callerAs } from '#tests/support/caller.ts'
import type { IsolationCases } from '../case.ts'

export const dashboardCases: IsolationCases = {
  'dashboard.stats': {
    can: 'dashboard.read',
    call: (caller) => caller.dashboard.stats(),
    hidden: async (world, db) => {
      const project = await callerAs(db, world.foreign.owner).projects.create({
        name: 'Foreign Project',
        category: 'design',
        client: world.foreign.client.name,
      })
      return [project.id]
    },
  },
}
