import { z } from 'zod'
import { idInput } from '#shared/base/schemas/ids.ts'
import { employeeListInput, employeeSaveInput } from '#shared/people/schemas/employees.ts'
import { agencyProcedure, router, userProcedure } from '../../base/core/calls/procedures.ts'
import { createEmployee } from './commands/create.ts'
import { removeEmployeeAccount } from './commands/remove-account.ts'
import { setEmployeeDeactivated } from './commands/set-deactivated.ts'
import { updateEmployee } from './commands/update.ts'
import { countEmployees, getEmployee, listEmployees } from './queries/employees.ts'

export const employeesRouter = router({
  list: userProcedure
    .meta({ can: 'employee.read' })
    .input(employeeListInput)
    .query(({ ctx, input }) => listEmployees(ctx, input)),
  counters: userProcedure.meta({ can: 'employee.read' }).query(({ ctx }) => countEmployees(ctx)),
  get: userProcedure
    .meta({ can: 'employee.read' })
    .input(idInput)
    .query(({ ctx, input }) => getEmployee(ctx, input.id)),
  save: agencyProcedure
    .meta({ can: 'employee.write' })
    .input(employeeSaveInput)
    .mutation(({ ctx, input }) =>
      input.id === undefined ? createEmployee(ctx, input) : updateEmployee(ctx, input.id, input),
    ),
  setDeactivated: agencyProcedure
    .meta({ can: 'employee.write' })
    .input(z.strictObject({ id: z.uuid(), deactivated: z.boolean() }))
    .mutation(({ ctx, input }) => setEmployeeDeactivated(ctx, input)),
  removeAccount: agencyProcedure
    .meta({ can: 'employee.write' })
    .input(idInput)
    .mutation(({ ctx, input }) => removeEmployeeAccount(ctx, input)),
})
