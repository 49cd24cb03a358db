import { everyMember, own, team, type Visibility } from '../../base/core/rows/visibility.ts'

/** Clients see who works for them; only the team sees their skills. */
export const employeeVisibility = {
  employees: everyMember(own),
  employee_skills: team(own),
  assignee_tallies: { agency: own },
} satisfies Pick<Visibility, 'employees' | 'employee_skills' | 'assignee_tallies'>
