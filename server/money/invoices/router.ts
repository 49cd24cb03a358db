import { idInput } from '#shared/base/schemas/ids.ts'
import { mailInvoiceInput } from '#shared/identity/letterhead/schemas/document-mails.ts'
import { letterheadDefaultsInput, taxRateSaveInput } from '#shared/identity/letterhead/schemas/profile.ts'
import {
  adjustCreditInput,
  applyCreditInput,
  clientCreditInput,
  collectionRulesInput,
  writeOffInput,
} from '#shared/money/invoices/schemas/credit.ts'
import {
  addExpensesInput,
  advancesInput,
  creditNoteInput,
  enterRateInput,
  invoiceFromTimeInput,
  invoiceListInput,
  invoiceSaveInput,
  letterheadInput,
  pauseRecurringInput,
  payTokenInput,
  recurringListInput,
  recurringSaveInput,
  sendInput,
  voidInvoiceInput,
} from '#shared/money/invoices/schemas/invoices.ts'
import { statementInput } from '#shared/money/invoices/schemas/statements.ts'
import { agencyProcedure, publicProcedure, router, userProcedure } from '../../base/core/calls/procedures.ts'
import { saveDefaults } from '../../identity/letterhead/commands/save-profile.ts'
import { saveTaxRate } from '../../identity/letterhead/commands/save-tax-rate.ts'
import { collectAgain } from './collection/commands/collect-again.ts'
import { saveCollectionRules } from './collection/commands/save-collection-rules.ts'
import { getCollectionRules } from './collection/queries/collection-rules.ts'
import { addExpenses } from './commands/add-expenses.ts'
import { deleteDraft } from './commands/delete.ts'
import { enterRate } from './commands/enter-rate.ts'
import { invoiceTime } from './commands/invoice-time.ts'
import { saveInvoice } from './commands/save.ts'
import { updateTaxesAt, updateTaxRounding } from './commands/update-taxes.ts'
import { undoWriteOff, writeOff } from './commands/write-off.ts'
import { adjustCredit } from './credit/commands/adjust-credit.ts'
import { creditInvoice } from './credit/commands/credit-invoice.ts'
import { removeCredit } from './credit/commands/spend-credit.ts'
import { voidInvoice } from './credit/commands/void.ts'
import { getClientCredit } from './credit/queries/client-credit.ts'
import { getLetterhead } from './documents/queries/parties.ts'
import { getStatement } from './documents/queries/statement.ts'
import { listAdvances } from './queries/advances.ts'
import { getCreditable } from './queries/creditable.ts'
import { getInvoice, listInvoices } from './queries/invoices.ts'
import { getTaxRateUses } from './queries/rate-uses.ts'
import { getSummary } from './queries/summary.ts'
import { deleteRecurring, pauseRecurring, saveRecurring } from './recurring/commands/save-recurring.ts'
import { getRecurringPlan, listRecurring } from './recurring/queries/recurring.ts'
import { applyCredit } from './sending/commands/apply-credit.ts'
import { createPayLink } from './sending/commands/create-pay-link.ts'
import { mailInvoice } from './sending/commands/mail.ts'
import { remindNow, undoReminder } from './sending/commands/remind.ts'
import { revokePayLinks } from './sending/commands/revoke-pay-links.ts'
import { sendInvoice } from './sending/commands/send.ts'
import { settleAdvances } from './sending/commands/settle-advances.ts'
import { viewInvoice, viewInvoiceByLink } from './sending/commands/view.ts'
import { checkEInvoice } from './sending/queries/e-invoice.ts'
import { getMailDraft } from './sending/queries/mail-draft.ts'
import { getInvoiceByLink } from './sending/queries/pay-link.ts'
import { getSendingNotes } from './sending/queries/sending-notes.ts'

export const invoicesRouter = router({
  list: userProcedure
    .meta({ can: 'invoice.read' })
    .input(invoiceListInput)
    .query(({ ctx, input }) => listInvoices(ctx, input)),
  summary: userProcedure.meta({ can: 'invoice.read', reads: 'replica' }).query(({ ctx }) => getSummary(ctx)),
  get: userProcedure
    .meta({ can: 'invoice.read' })
    .input(idInput)
    .query(({ ctx, input }) => getInvoice(ctx, input.id)),
  view: userProcedure
    .meta({ can: 'invoice.read' })
    .input(idInput)
    .mutation(({ ctx, input }) => viewInvoice(ctx, input)),
  statement: userProcedure
    .meta({ can: 'invoice.read', reads: 'replica' })
    .input(statementInput)
    .query(({ ctx, input }) => getStatement(ctx, input)),
  byLink: publicProcedure
    .meta({ can: 'public' })
    .input(payTokenInput)
    .query(({ ctx, input }) => getInvoiceByLink(ctx, input.token)),
  viewByLink: publicProcedure
    .meta({ can: 'public' })
    .input(payTokenInput)
    .mutation(({ ctx, input }) => viewInvoiceByLink(ctx, input)),
  letterhead: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(letterheadInput)
    .query(({ ctx, input }) => getLetterhead(ctx, input)),
  advances: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(advancesInput)
    .query(({ ctx, input }) => listAdvances(ctx, input)),
  save: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(invoiceSaveInput)
    .mutation(({ ctx, input }) => saveInvoice(ctx, input)),
  eInvoice: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(idInput)
    .query(({ ctx, input }) => checkEInvoice(ctx, input.id)),
  enterRate: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(enterRateInput)
    .mutation(({ ctx, input }) => enterRate(ctx, input)),
  fromTime: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(invoiceFromTimeInput)
    .mutation(({ ctx, input }) => invoiceTime(ctx, input)),
  addExpenses: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(addExpensesInput)
    .mutation(({ ctx, input }) => addExpenses(ctx, input)),
  delete: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(idInput)
    .mutation(({ ctx, input }) => deleteDraft(ctx, input)),
  send: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(sendInput)
    .mutation(({ ctx, input }) => sendInvoice(ctx, input, settleAdvances)),
  mailDraft: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(idInput)
    .query(({ ctx, input }) => getMailDraft(ctx, input)),
  sendingNotes: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(idInput)
    .query(({ ctx, input }) => getSendingNotes(ctx, input)),
  mail: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(mailInvoiceInput)
    .mutation(({ ctx, input }) => mailInvoice(ctx, input)),
  remind: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(idInput)
    .mutation(({ ctx, input }) => remindNow(ctx, input)),
  undoReminder: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(idInput)
    .mutation(({ ctx, input }) => undoReminder(ctx, input)),
  void: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(voidInvoiceInput)
    .mutation(({ ctx, input }) => voidInvoice(ctx, input)),
  credit: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(creditNoteInput)
    .mutation(({ ctx, input }) => creditInvoice(ctx, input)),
  creditable: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(idInput)
    .query(({ ctx, input }) => getCreditable(ctx, input)),
  clientCredit: userProcedure
    .meta({ can: 'invoice.read' })
    .input(clientCreditInput)
    .query(({ ctx, input }) => getClientCredit(ctx, input)),
  applyCredit: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(applyCreditInput)
    .mutation(({ ctx, input }) => applyCredit(ctx, input)),
  removeCredit: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(idInput)
    .mutation(({ ctx, input }) => removeCredit(ctx, input)),
  adjustCredit: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(adjustCreditInput)
    .mutation(({ ctx, input }) => adjustCredit(ctx, input)),
  writeOff: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(writeOffInput)
    .mutation(({ ctx, input }) => writeOff(ctx, input)),
  undoWriteOff: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(idInput)
    .mutation(({ ctx, input }) => undoWriteOff(ctx, input)),
  collectAgain: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(idInput)
    .mutation(({ ctx, input }) => collectAgain(ctx, input)),
  collectionRules: agencyProcedure.meta({ can: 'invoice.write' }).query(({ ctx }) => getCollectionRules(ctx)),
  saveCollectionRules: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(collectionRulesInput)
    .mutation(({ ctx, input }) => saveCollectionRules(ctx, input)),
  createPayLink: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(idInput)
    .mutation(({ ctx, input }) => createPayLink(ctx, input)),
  revokePayLinks: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(idInput)
    .mutation(({ ctx, input }) => revokePayLinks(ctx, input)),
  recurring: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(recurringListInput)
    .query(({ ctx, input }) => listRecurring(ctx, input)),
  recurringPlan: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(idInput)
    .query(({ ctx, input }) => getRecurringPlan(ctx, input.id)),
  saveRecurring: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(recurringSaveInput)
    .mutation(({ ctx, input }) => saveRecurring(ctx, input)),
  pauseRecurring: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(pauseRecurringInput)
    .mutation(({ ctx, input }) => pauseRecurring(ctx, input)),
  deleteRecurring: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(idInput)
    .mutation(({ ctx, input }) => deleteRecurring(ctx, input)),
})

/** Completes the letterhead's procedures: unsent documents are updated to its tax rates and rounding. */
export const taxRatesRouter = router({
  saveDefaults: agencyProcedure
    .meta({ can: 'letterhead.write' })
    .input(letterheadDefaultsInput)
    .mutation(({ ctx, input }) => saveDefaults(ctx, input, updateTaxRounding)),
  saveTaxRate: agencyProcedure
    .meta({ can: 'letterhead.write' })
    .input(taxRateSaveInput)
    .mutation(({ ctx, input }) => saveTaxRate(ctx, input, updateTaxesAt)),
  taxRateUses: agencyProcedure
    .meta({ can: 'letterhead.read' })
    .input(idInput)
    .query(({ ctx, input }) => getTaxRateUses(ctx, input.id)),
})
