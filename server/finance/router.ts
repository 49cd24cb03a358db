import { z } from 'zod'
import { bookAccountsInput } from '#shared/books.ts'
import {
  expenseSaveInput,
  periodInput,
  transactionListInput,
  unbilledExpensesInput,
} from '#shared/finance.ts'
import { payoutMovementsInput, providerPayoutListInput } from '#shared/provider-payouts.ts'
import { taxDocumentsInput, taxReportInput } from '#shared/tax-report.ts'
import { openStorage } from '../adapters/storage.ts'
import { agencyProcedure, router, userProcedure } from '../core/procedures.ts'
import { deleteExpense } from './commands/delete-expense.ts'
import { saveBookAccounts } from './commands/write-accounts.ts'
import { saveExpense } from './commands/write-expense.ts'
import { getBookAccounts } from './queries/accounts.ts'
import { getAgeing } from './queries/ageing.ts'
import { listExchangeRates } from './queries/exchange-rates.ts'
import { getExpense } from './queries/expenses.ts'
import { listMissingRates } from './queries/missing-rates.ts'
import { getBalanceState, listPayoutMovements, listProviderPayouts } from './queries/provider-payouts.ts'
import { getSummary } from './queries/summary.ts'
import { listTaxDocuments } from './queries/tax-documents.ts'
import { getTaxReport } from './queries/tax-report.ts'
import { listTransactions } from './queries/transactions.ts'
import { listUnbilledExpenses } from './queries/unbilled-expenses.ts'

const byId = z.strictObject({ id: z.uuid() })

export const financeRouter = router({
  summary: userProcedure
    .meta({ can: 'finance.read', reads: 'replica' })
    .input(periodInput)
    .query(({ ctx, input }) => getSummary(ctx, input)),
  transactions: userProcedure
    .meta({ can: 'finance.read', reads: 'replica' })
    .input(transactionListInput)
    .query(({ ctx, input }) => listTransactions(ctx, input)),
  providerPayouts: userProcedure
    .meta({ can: 'finance.read' })
    .input(providerPayoutListInput)
    .query(({ ctx, input }) => listProviderPayouts(ctx, input)),
  payoutMovements: userProcedure
    .meta({ can: 'finance.read' })
    .input(payoutMovementsInput)
    .query(({ ctx, input }) => listPayoutMovements(ctx, input)),
  balanceState: userProcedure.meta({ can: 'finance.read' }).query(({ ctx }) => getBalanceState(ctx)),
  taxReport: userProcedure
    .meta({ can: 'finance.read', reads: 'replica' })
    .input(taxReportInput)
    .query(({ ctx, input }) => getTaxReport(ctx, input)),
  taxDocuments: userProcedure
    .meta({ can: 'finance.read', reads: 'replica' })
    .input(taxDocumentsInput)
    .query(({ ctx, input }) => listTaxDocuments(ctx, input)),
  ageing: userProcedure.meta({ can: 'finance.read', reads: 'replica' }).query(({ ctx }) => getAgeing(ctx)),
  accounts: agencyProcedure.meta({ can: 'finance.read' }).query(({ ctx }) => getBookAccounts(ctx)),
  saveAccounts: agencyProcedure
    .meta({ can: 'finance.write' })
    .input(bookAccountsInput)
    .mutation(({ ctx, input }) => saveBookAccounts(ctx, input)),
  missingRates: userProcedure.meta({ can: 'finance.read' }).query(({ ctx }) => listMissingRates(ctx)),
  exchangeRates: userProcedure.meta({ can: 'finance.read' }).query(({ ctx }) => listExchangeRates(ctx)),
  expense: userProcedure
    .meta({ can: 'finance.read' })
    .input(byId)
    .query(({ ctx, input }) => getExpense(ctx, input.id)),
  unbilledExpenses: userProcedure
    .meta({ can: 'finance.read' })
    .input(unbilledExpensesInput)
    .query(({ ctx, input }) => listUnbilledExpenses(ctx, input)),
  saveExpense: userProcedure
    .meta({ can: 'finance.write' })
    .input(expenseSaveInput)
    .mutation(({ ctx, input }) => saveExpense(ctx, input, openStorage(ctx.services.config))),
  deleteExpense: userProcedure
    .meta({ can: 'finance.write' })
    .input(byId)
    .mutation(({ ctx, input }) => deleteExpense(ctx, input, openStorage(ctx.services.config))),
})
