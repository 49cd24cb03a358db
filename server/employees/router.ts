import { z } from 'zod'
import { employeeListInput, employeeSaveInput } from '#shared/employees.ts'
import { agencyProcedure, router, userProcedure } from '../trpc/procedures.ts'
import { saveEmployee, setEmployeeDeactivated } from './commands.ts'
import { countEmployees, getEmployee, listEmployees } from './queries.ts'

export const employeesRouter = router({
  list: userProcedure
    .meta({ can: 'employee.read' })
    .input(employeeListInput)
    .query(({ ctx, input }) => listEmployees(ctx.services.db, ctx.scope, input)),
  counters: userProcedure
    .meta({ can: 'employee.read' })
    .query(({ ctx }) => countEmployees(ctx.services.db, ctx.scope)),
  get: userProcedure
    .meta({ can: 'employee.read' })
    .input(z.strictObject({ id: z.uuid() }))
    .query(({ ctx, input }) => getEmployee(ctx.services.db, ctx.scope, input.id)),
  save: agencyProcedure
    .meta({ can: 'employee.write' })
    .input(employeeSaveInput)
    .mutation(({ ctx, input }) => saveEmployee(ctx.services.db, ctx.scope, input, ctx.services.config)),
  setDeactivated: agencyProcedure
    .meta({ can: 'employee.write' })
    .input(z.strictObject({ id: z.uuid(), deactivated: z.boolean() }))
    .mutation(({ ctx, input }) => setEmployeeDeactivated(ctx.services.db, ctx.scope, input)),
})
