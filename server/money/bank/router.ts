import { idInput } from '#shared/base/schemas/ids.ts'
import {
  acceptBankLineInput,
  acceptCertainInput,
  bankAccountInput,
  bankBalanceInput,
  bankLineListInput,
  bankRuleInput,
  bankStatementListInput,
  ignoreBankLineInput,
} from '#shared/money/bank/schemas/bank.ts'
import { agencyProcedure, router } from '../../base/core/calls/procedures.ts'
import { acceptLine } from './commands/accept.ts'
import { acceptCertain } from './commands/accept-certain.ts'
import { deleteRule } from './commands/delete-rule.ts'
import { deleteStatement } from './commands/delete-statement.ts'
import { saveAccount } from './commands/save-account.ts'
import { saveRule } from './commands/save-rule.ts'
import { setIgnored } from './commands/set-ignored.ts'
import { undoMatch } from './commands/undo.ts'
import { listBankAccounts } from './queries/accounts.ts'
import { getBankBalance } from './queries/balance.ts'
import { listChoices } from './queries/choices.ts'
import { getBankLine, listBankLines } from './queries/lines.ts'
import { listBankRules } from './queries/rules.ts'
import { listBankStatements } from './queries/statements.ts'

const read = agencyProcedure.meta({ can: 'finance.read' })
const write = agencyProcedure.meta({ can: 'finance.write' })

export const bankRouter = router({
  accounts: read.query(({ ctx }) => listBankAccounts(ctx)),
  statements: read.input(bankStatementListInput).query(({ ctx, input }) => listBankStatements(ctx, input)),
  lines: read.input(bankLineListInput).query(({ ctx, input }) => listBankLines(ctx, input)),
  line: read.input(idInput).query(({ ctx, input }) => getBankLine(ctx, input.id)),
  choices: read.input(idInput).query(({ ctx, input }) => listChoices(ctx, input)),
  balance: read.input(bankBalanceInput).query(({ ctx, input }) => getBankBalance(ctx, input.account_id)),
  rules: read.query(({ ctx }) => listBankRules(ctx)),
  saveAccount: write.input(bankAccountInput).mutation(({ ctx, input }) => saveAccount(ctx, input)),
  accept: write.input(acceptBankLineInput).mutation(({ ctx, input }) => acceptLine(ctx, input)),
  acceptCertain: write.input(acceptCertainInput).mutation(({ ctx, input }) => acceptCertain(ctx, input)),
  undo: write.input(idInput).mutation(({ ctx, input }) => undoMatch(ctx, input)),
  setIgnored: write.input(ignoreBankLineInput).mutation(({ ctx, input }) => setIgnored(ctx, input)),
  deleteStatement: write.input(idInput).mutation(({ ctx, input }) => deleteStatement(ctx, input)),
  saveRule: write.input(bankRuleInput).mutation(({ ctx, input }) => saveRule(ctx, input)),
  deleteRule: write.input(idInput).mutation(({ ctx, input }) => deleteRule(ctx, input)),
})
