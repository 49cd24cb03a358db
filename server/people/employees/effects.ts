import type { Effects, Purposes } from '../../base/core/context.ts'

export const EMPLOYEE_EFFECTS: Effects = {
  'employees.save': {
    does: 'Adds a contributor to the team, or changes one (with their id).',
    follows:
      'A new contributor isn’t invited; invitations.create does that. With a new email, an open invitation to the earlier one is withdrawn.',
    records: ['employee.created', 'employee.updated', 'invitation.revoked'],
  },
  'employees.setDeactivated': {
    does: 'Deactivates a contributor, or reactivates them.',
    follows:
      'A deactivated contributor is signed out immediately, and their API tokens and calendar link are deleted. Their time and tasks remain.',
    records: ['employee.deactivated', 'employee.reactivated', 'access.ended', 'invitation.revoked'],
  },
  'employees.removeAccount': {
    does: 'Removes a contributor’s account from the agency.',
    follows:
      'The person is signed out immediately and no longer belongs to the agency; their API tokens and calendar link are deleted. Their time and tasks remain. It can’t be undone, but they can be invited again, in any role.',
    records: ['member.removed', 'access.ended'],
  },
}

export const EMPLOYEE_PURPOSES: Purposes = {
  'employees.list': 'Finds contributors by name or email, also deactivated ones.',
  'employees.counters':
    'Tells how many contributors there are, with their projects, hours and average performance.',
  'employees.get': 'Returns one contributor with role, hourly rate, skills, open tasks and hours.',
}
