import { z } from 'zod'
import { mailInvoiceInput } from '#shared/billing-mails.ts'
import {
  adjustCreditInput,
  applyCreditInput,
  clientCreditInput,
  collectionRulesInput,
  writeOffInput,
} from '#shared/credit.ts'
import { eInvoiceCheckInput } from '#shared/e-invoices.ts'
import { missingRateInput } from '#shared/exchange.ts'
import {
  addExpensesInput,
  creditNoteInput,
  invoiceFromTimeInput,
  invoiceIdInput,
  invoiceListInput,
  invoiceSaveInput,
  letterheadInput,
  pauseRecurringInput,
  payTokenInput,
  recurringSaveInput,
  sendInput,
} from '#shared/invoices.ts'
import { statementInput } from '#shared/statements.ts'
import { agencyProcedure, publicProcedure, router, userProcedure } from '../core/procedures.ts'
import { addExpenses } from './commands/add-expenses.ts'
import { adjustCredit } from './commands/adjust-credit.ts'
import { applyCredit, removeCredit } from './commands/apply-credit.ts'
import { bookAtRate } from './commands/book-at-rate.ts'
import { createPayLink } from './commands/create-pay-link.ts'
import { deleteDraft } from './commands/delete.ts'
import { invoiceTime } from './commands/invoice-time.ts'
import { creditInvoice } from './commands/issue-credit-note.ts'
import { remindNow } from './commands/remind.ts'
import { revokePayLinks } from './commands/revoke-pay-links.ts'
import { deleteRecurring, pauseRecurring, saveRecurring } from './commands/schedule-recurring.ts'
import { sendInvoice } from './commands/send.ts'
import { mailInvoice } from './commands/send-again.ts'
import { saveCollectionRules } from './commands/set-collection-rules.ts'
import { viewInvoice, viewInvoiceByLink } from './commands/view.ts'
import { voidInvoice } from './commands/void.ts'
import { saveInvoice } from './commands/write.ts'
import { undoWriteOff, writeOff } from './commands/write-off.ts'
import { getClientCredit } from './queries/client-credit.ts'
import { getCollectionRules } from './queries/collection-rules.ts'
import { getCreditable } from './queries/creditable.ts'
import { checkEInvoice } from './queries/e-invoice.ts'
import { getInvoice, getInvoiceByLink, listInvoices } from './queries/invoices.ts'
import { getMailDraft } from './queries/mail-draft.ts'
import { getLetterhead } from './queries/parties.ts'
import { getRecurringPlan, listRecurring } from './queries/recurring.ts'
import { getStatement } from './queries/statement.ts'
import { getSummary } from './queries/summary.ts'

export const invoicesRouter = router({
  list: userProcedure
    .meta({ can: 'invoice.read' })
    .input(invoiceListInput)
    .query(({ ctx, input }) => listInvoices(ctx, input)),
  summary: userProcedure.meta({ can: 'invoice.read', reads: 'replica' }).query(({ ctx }) => getSummary(ctx)),
  get: userProcedure
    .meta({ can: 'invoice.read' })
    .input(invoiceIdInput)
    .query(({ ctx, input }) => getInvoice(ctx, input.id)),
  view: userProcedure
    .meta({ can: 'invoice.read' })
    .input(invoiceIdInput)
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
  save: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(invoiceSaveInput)
    .mutation(({ ctx, input }) => saveInvoice(ctx, input)),
  eInvoice: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(eInvoiceCheckInput)
    .query(({ ctx, input }) => checkEInvoice(ctx, input.id)),
  enterRate: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(missingRateInput)
    .mutation(({ ctx, input }) => bookAtRate(ctx, input)),
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
    .input(invoiceIdInput)
    .mutation(({ ctx, input }) => deleteDraft(ctx, input)),
  send: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(sendInput)
    .mutation(({ ctx, input }) => sendInvoice(ctx, input)),
  mailDraft: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(invoiceIdInput)
    .query(({ ctx, input }) => getMailDraft(ctx, input)),
  mail: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(mailInvoiceInput)
    .mutation(({ ctx, input }) => mailInvoice(ctx, input)),
  remind: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(invoiceIdInput)
    .mutation(({ ctx, input }) => remindNow(ctx, input)),
  void: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(invoiceIdInput)
    .mutation(({ ctx, input }) => voidInvoice(ctx, input)),
  credit: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(creditNoteInput)
    .mutation(({ ctx, input }) => creditInvoice(ctx, input)),
  creditable: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(invoiceIdInput)
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
    .input(invoiceIdInput)
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
    .input(invoiceIdInput)
    .mutation(({ ctx, input }) => undoWriteOff(ctx, input)),
  collectionRules: agencyProcedure.meta({ can: 'invoice.write' }).query(({ ctx }) => getCollectionRules(ctx)),
  saveCollectionRules: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(collectionRulesInput)
    .mutation(({ ctx, input }) => saveCollectionRules(ctx, input)),
  createPayLink: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(invoiceIdInput)
    .mutation(({ ctx, input }) => createPayLink(ctx, input)),
  revokePayLinks: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(z.strictObject({ id: z.uuid() }))
    .mutation(({ ctx, input }) => revokePayLinks(ctx, input)),
  recurring: agencyProcedure.meta({ can: 'invoice.write' }).query(({ ctx }) => listRecurring(ctx)),
  recurringPlan: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(invoiceIdInput)
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
    .input(invoiceIdInput)
    .mutation(({ ctx, input }) => deleteRecurring(ctx, input)),
})
