import { domain } from '../../base/core/domain.ts'
import { RECORD } from '../../base/db/table-cards.ts'
import { EMPLOYEE_EFFECTS, EMPLOYEE_PURPOSES } from './effects.ts'
import { employeesRouter } from './router.ts'
import { employeeVisibility } from './visibility.ts'

/** Contributors of an agency. */
export const employees = domain({
  routers: { employees: employeesRouter },
  effects: EMPLOYEE_EFFECTS,
  purposes: EMPLOYEE_PURPOSES,
  visibility: employeeVisibility,
  tables: {
    employees: {
      of: 'agency',
      key: ['agency_id', 'id'],
      money: ['hourly_rate'],
      system: ['role', 'performance_score', 'deactivated_at', 'version', 'created_at', 'updated_at'],
      personal: {
        name: { kept: RECORD },
        email: { kept: RECORD },
        unicode_email: { kept: RECORD },
      },
    },
    employee_skills: {
      of: 'agency',
      key: ['agency_id', 'employee_id'],
      content: ['name'],
      system: ['position'],
    },
    assignee_tallies: {
      of: 'agency',
      derived: true,
      key: ['agency_id', 'employee_id'],
      system: ['open_tasks'],
    },
  },
})
