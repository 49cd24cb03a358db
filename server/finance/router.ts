import { z } from 'zod'
import { expenseSaveInput, periodInput, transactionListInput } from '#shared/finance.ts'
import { openStorage } from '../services/storage.ts'
import { router, userProcedure } from '../trpc/procedures.ts'
import { deleteExpense, saveExpense } from './commands/expenses.ts'
import { getExpense } from './queries/expenses.ts'
import { getSummary, listTransactions } from './queries.ts'

const byId = z.strictObject({ id: z.uuid() })

export const financeRouter = router({
  summary: userProcedure
    .meta({ can: 'finance.read' })
    .input(periodInput)
    .query(({ ctx, input }) => getSummary(ctx.services.db, ctx.scope, input)),
  transactions: userProcedure
    .meta({ can: 'finance.read' })
    .input(transactionListInput)
    .query(({ ctx, input }) => listTransactions(ctx.services.db, ctx.scope, input)),
  expense: userProcedure
    .meta({ can: 'finance.read' })
    .input(byId)
    .query(({ ctx, input }) => getExpense(ctx.services.db, ctx.scope, input.id)),
  saveExpense: userProcedure
    .meta({ can: 'finance.write' })
    .input(expenseSaveInput)
    .mutation(({ ctx, input }) =>
      saveExpense(ctx.services.db, ctx.scope, input, openStorage(ctx.services.config)),
    ),
  deleteExpense: userProcedure
    .meta({ can: 'finance.write' })
    .input(byId)
    .mutation(({ ctx, input }) =>
      deleteExpense(ctx.services.db, ctx.scope, input, openStorage(ctx.services.config)),
    ),
})
