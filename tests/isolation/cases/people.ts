import type { IsolationCases } from '../case.ts'

export const peopleCases: IsolationCases = {
  'people.list': {
    can: 'people.read',
    call: (caller) => caller.people.list(),
    hidden: (world) => [world.foreign.owner.userId, world.foreign.employee.userId],
  },
  'people.contributors': {
    can: 'task.write',
    call: (caller) => caller.people.contributors({}),
    hidden: (world) => [world.foreign.employee.employeeId],
  },
}
