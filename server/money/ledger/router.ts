import { idInput } from '#shared/base/schemas/ids.ts'
import { bookAccountsInput } from '#shared/money/ledger/schemas/books.ts'
import {
  closeYearInput,
  periodLocksInput,
  reopenPeriodsInput,
} from '#shared/money/ledger/schemas/closed-periods.ts'
import {
  expenseDeleteInput,
  expenseSaveInput,
  periodInput,
  transactionListInput,
  unbilledExpensesInput,
} from '#shared/money/ledger/schemas/finance.ts'
import { profitInput, profitListInput, profitRowsInput } from '#shared/money/ledger/schemas/profit.ts'
import {
  payoutMovementsInput,
  providerPayoutListInput,
} from '#shared/money/ledger/schemas/provider-payouts.ts'
import { returnDocumentsInput, taxReturnInput } from '#shared/money/ledger/schemas/returns.ts'
import { taxDocumentsInput, taxReportInput } from '#shared/money/ledger/schemas/tax-report.ts'
import { openStorage } from '../../base/adapters/storage/storage.ts'
import { agencyProcedure, router, userProcedure } from '../../base/core/calls/procedures.ts'
import { deleteExpense } from './expenses/commands/delete-expense.ts'
import { saveExpense } from './expenses/commands/save-expense.ts'
import { getExpense } from './expenses/queries/expenses.ts'
import { listUnbilledExpenses } from './expenses/queries/unbilled-expenses.ts'
import { saveBookAccounts } from './exports/commands/save-accounts.ts'
import { getBookAccounts } from './exports/queries/accounts.ts'
import { closeYear } from './periods/commands/close-year.ts'
import { reopenPeriods } from './periods/commands/reopen.ts'
import { setLocks } from './periods/commands/set-locks.ts'
import { getYearEnd } from './periods/queries/year-end.ts'
import { getProfit, listProfits } from './profit/queries/profit.ts'
import { listProfitRows } from './profit/queries/profit-rows.ts'
import { getSummary } from './profit/queries/summary.ts'
import { getAging } from './queries/aging.ts'
import { listExchangeRates } from './queries/exchange-rates.ts'
import { listMissingRates } from './queries/missing-rates.ts'
import { getPeriods } from './queries/period-locks.ts'
import {
  getBalanceState,
  listPayoutMovements,
  listProviderPayouts,
  listUnbookedMovements,
} from './queries/provider-payouts.ts'
import { listTransactions } from './queries/transactions.ts'
import { listReturnDocuments } from './returns/queries/return-documents.ts'
import { getTaxReturn } from './returns/queries/tax-return.ts'
import { listTaxDocuments } from './taxes/queries/tax-documents.ts'
import { getTaxReport } from './taxes/queries/tax-report.ts'

export const financeRouter = router({
  summary: userProcedure
    .meta({ can: 'finance.read', reads: 'replica' })
    .input(periodInput)
    .query(({ ctx, input }) => getSummary(ctx, input)),
  profit: userProcedure
    .meta({ can: 'finance.read', reads: 'replica' })
    .input(profitInput)
    .query(({ ctx, input }) => getProfit(ctx, input)),
  profits: userProcedure
    .meta({ can: 'finance.read', reads: 'replica' })
    .input(profitListInput)
    .query(({ ctx, input }) => listProfits(ctx, input)),
  profitRows: userProcedure
    .meta({ can: 'finance.read', reads: 'replica' })
    .input(profitRowsInput)
    .query(({ ctx, input }) => listProfitRows(ctx, input)),
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
  unbookedMovements: userProcedure
    .meta({ can: 'finance.read' })
    .input(providerPayoutListInput)
    .query(({ ctx, input }) => listUnbookedMovements(ctx, input)),
  balanceState: userProcedure.meta({ can: 'finance.read' }).query(({ ctx }) => getBalanceState(ctx)),
  taxReport: userProcedure
    .meta({ can: 'finance.read', reads: 'replica' })
    .input(taxReportInput)
    .query(({ ctx, input }) => getTaxReport(ctx, input)),
  taxDocuments: userProcedure
    .meta({ can: 'finance.read', reads: 'replica' })
    .input(taxDocumentsInput)
    .query(({ ctx, input }) => listTaxDocuments(ctx, input)),
  taxReturn: agencyProcedure
    .meta({ can: 'finance.read', reads: 'replica' })
    .input(taxReturnInput)
    .query(({ ctx, input }) => getTaxReturn(ctx, input)),
  returnDocuments: agencyProcedure
    .meta({ can: 'finance.read', reads: 'replica' })
    .input(returnDocumentsInput)
    .query(({ ctx, input }) => listReturnDocuments(ctx, input)),
  aging: userProcedure.meta({ can: 'finance.read', reads: 'replica' }).query(({ ctx }) => getAging(ctx)),
  accounts: agencyProcedure.meta({ can: 'finance.read' }).query(({ ctx }) => getBookAccounts(ctx)),
  saveAccounts: agencyProcedure
    .meta({ can: 'finance.write' })
    .input(bookAccountsInput)
    .mutation(({ ctx, input }) => saveBookAccounts(ctx, input)),
  missingRates: userProcedure.meta({ can: 'finance.read' }).query(({ ctx }) => listMissingRates(ctx)),
  exchangeRates: userProcedure.meta({ can: 'finance.read' }).query(({ ctx }) => listExchangeRates(ctx)),
  expense: userProcedure
    .meta({ can: 'finance.read' })
    .input(idInput)
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
    .input(expenseDeleteInput)
    .mutation(({ ctx, input }) => deleteExpense(ctx, input, openStorage(ctx.services.config))),
  periods: agencyProcedure.meta({ can: 'finance.read' }).query(({ ctx }) => getPeriods(ctx)),
  yearEnd: agencyProcedure.meta({ can: 'finance.read' }).query(({ ctx }) => getYearEnd(ctx)),
  setLocks: agencyProcedure
    .meta({ can: 'period.close' })
    .input(periodLocksInput)
    .mutation(({ ctx, input }) => setLocks(ctx, input)),
  /** Failed password attempts count, too. */
  reopenPeriods: agencyProcedure
    .meta({ can: 'period.reopen', repetition: 'reserve' })
    .input(reopenPeriodsInput)
    .mutation(({ ctx, input }) => reopenPeriods(ctx, input)),
  closeYear: agencyProcedure
    .meta({ can: 'period.close' })
    .input(closeYearInput)
    .mutation(({ ctx, input }) => closeYear(ctx, input)),
})
