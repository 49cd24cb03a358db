import { z } from 'zod'
import {
  creditNoteInput,
  invoiceFromTimeInput,
  invoiceIdInput,
  invoiceListInput,
  invoiceSaveInput,
  payTokenInput,
  recurringSaveInput,
  statementInput,
} from '#shared/invoices.ts'
import { agencyProcedure, publicProcedure, router, userProcedure } from '../trpc/procedures.ts'
import { creditInvoice, voidInvoice } from './commands/cancel.ts'
import { invoiceTime } from './commands/from-time.ts'
import { createPayLink, revokePayLinks } from './commands/pay-link.ts'
import { deleteRecurring, pauseRecurring, saveRecurring } from './commands/recurring.ts'
import { remindNow } from './commands/remind-now.ts'
import { deleteDraft, saveInvoice } from './commands/save.ts'
import { sendInvoice } from './commands/send.ts'
import { viewInvoice, viewInvoiceByLink } from './commands/view.ts'
import { getRecurringPlan, listRecurring } from './queries/recurring.ts'
import { getStatement } from './queries/statement.ts'
import { getInvoice, getInvoiceByLink, listInvoices } from './queries.ts'

export const invoicesRouter = router({
  list: userProcedure
    .meta({ can: 'invoice.read' })
    .input(invoiceListInput)
    .query(({ ctx, input }) => listInvoices(ctx.services.db, ctx.scope, input)),
  get: userProcedure
    .meta({ can: 'invoice.read' })
    .input(invoiceIdInput)
    .query(({ ctx, input }) => getInvoice(ctx.services.db, ctx.scope, input.id)),
  view: userProcedure
    .meta({ can: 'invoice.read' })
    .input(invoiceIdInput)
    .mutation(({ ctx, input }) => viewInvoice(ctx.services.db, ctx.scope, input)),
  statement: userProcedure
    .meta({ can: 'invoice.read' })
    .input(statementInput)
    .query(({ ctx, input }) => getStatement(ctx.services.db, ctx.scope, input)),
  byLink: publicProcedure
    .meta({ can: 'public' })
    .input(payTokenInput)
    .query(({ ctx, input }) => getInvoiceByLink(ctx.services.db, input.token, ctx.services.clock())),
  viewByLink: publicProcedure
    .meta({ can: 'public' })
    .input(payTokenInput)
    .mutation(({ ctx, input }) => viewInvoiceByLink(ctx.services.db, ctx.services.clock(), input)),
  save: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(invoiceSaveInput)
    .mutation(({ ctx, input }) => saveInvoice(ctx.services.db, ctx.scope, input)),
  fromTime: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(invoiceFromTimeInput)
    .mutation(({ ctx, input }) => invoiceTime(ctx.services.db, ctx.scope, input)),
  delete: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(invoiceIdInput)
    .mutation(({ ctx, input }) => deleteDraft(ctx.services.db, ctx.scope, input)),
  send: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(invoiceIdInput)
    .mutation(({ ctx, input }) => sendInvoice(ctx.services, ctx.scope, input)),
  remind: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(invoiceIdInput)
    .mutation(({ ctx, input }) => remindNow(ctx.services, ctx.scope, input)),
  void: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(invoiceIdInput)
    .mutation(({ ctx, input }) => voidInvoice(ctx.services.db, ctx.scope, input)),
  credit: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(creditNoteInput)
    .mutation(({ ctx, input }) => creditInvoice(ctx.services.db, ctx.scope, input)),
  createPayLink: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(invoiceIdInput)
    .mutation(({ ctx, input }) => createPayLink(ctx.services, ctx.scope, input)),
  revokePayLinks: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(z.strictObject({ id: z.uuid() }))
    .mutation(({ ctx, input }) => revokePayLinks(ctx.services.db, ctx.scope, input)),
  recurring: agencyProcedure
    .meta({ can: 'invoice.write' })
    .query(({ ctx }) => listRecurring(ctx.services.db, ctx.scope)),
  recurringPlan: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(invoiceIdInput)
    .query(({ ctx, input }) => getRecurringPlan(ctx.services.db, ctx.scope, input.id)),
  saveRecurring: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(recurringSaveInput)
    .mutation(({ ctx, input }) => saveRecurring(ctx.services.db, ctx.scope, input)),
  pauseRecurring: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(z.strictObject({ id: z.uuid(), paused: z.boolean() }))
    .mutation(({ ctx, input }) => pauseRecurring(ctx.services.db, ctx.scope, input)),
  deleteRecurring: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(invoiceIdInput)
    .mutation(({ ctx, input }) => deleteRecurring(ctx.services.db, ctx.scope, input)),
})
