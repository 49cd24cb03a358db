import type { IsolationCases } from '../case.ts'

const someone = { name: 'New', email: 'new@example.test', role: 'developer' }

export const employeeCases: IsolationCases = {
  'employees.list': {
    can: 'employee.read',
    call: (caller) => caller.employees.list({}),
    hidden: (world) => [world.foreign.employee.employeeId],
  },
  'employees.counters': { can: 'employee.read', call: (caller) => caller.employees.counters() },
  'employees.get': {
    can: 'employee.read',
    call: (caller, world) => caller.employees.get({ id: world.home.employee.employeeId }),
    foreign: (caller, world) => caller.employees.get({ id: world.foreign.employee.employeeId }),
  },
  'employees.save': {
    can: 'employee.write',
    call: (caller) => caller.employees.save(someone),
    foreign: (caller, world) => caller.employees.save({ ...someone, id: world.foreign.employee.employeeId }),
  },
  'employees.setDeactivated': {
    can: 'employee.write',
    call: (caller, world) =>
      caller.employees.setDeactivated({ id: world.home.employee.employeeId, deactivated: true }),
    foreign: (caller, world) =>
      caller.employees.setDeactivated({ id: world.foreign.employee.employeeId, deactivated: true }),
  },
}
