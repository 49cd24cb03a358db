import { idInput } from '#shared/base/schemas/ids.ts'
import {
  autopayClientInput,
  autopayInvoiceInput,
  autopayRulesInput,
  giveAutopayInput,
} from '#shared/money/autopay/schemas/autopay.ts'
import { payTokenInput } from '#shared/money/invoices/schemas/invoices.ts'
import { agencyProcedure, publicProcedure, router, userProcedure } from '../../base/core/calls/procedures.ts'
import { endAutopay } from './commands/end.ts'
import { giveAutopay } from './commands/give.ts'
import { requestAutopay } from './commands/request.ts'
import { saveAutopayRules } from './commands/save-rules.ts'
import { getAutopayByLink } from './queries/by-link.ts'
import { getAutopay } from './queries/mandates.ts'
import { getAutopayOfInvoice } from './queries/of-invoice.ts'
import { getAutopayRules } from './queries/rules.ts'

export const autopayRouter = router({
  ofClient: userProcedure
    .meta({ can: 'autopay.read' })
    .input(autopayClientInput)
    .query(({ ctx, input }) => getAutopay(ctx, input)),
  ofInvoice: userProcedure
    .meta({ can: 'invoice.read' })
    .input(autopayInvoiceInput)
    .query(({ ctx, input }) => getAutopayOfInvoice(ctx, input)),
  byLink: publicProcedure
    .meta({ can: 'public' })
    .input(payTokenInput)
    .query(({ ctx, input }) => getAutopayByLink(ctx, input.token)),
  give: userProcedure
    .meta({ can: 'autopay.give' })
    .input(giveAutopayInput)
    .mutation(({ ctx, input }) => giveAutopay(ctx, input)),
  end: userProcedure
    .meta({ can: 'autopay.end' })
    .input(idInput)
    .mutation(({ ctx, input }) => endAutopay(ctx, input)),
  request: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(autopayClientInput)
    .mutation(({ ctx, input }) => requestAutopay(ctx, input)),
  rules: agencyProcedure.meta({ can: 'invoice.write' }).query(({ ctx }) => getAutopayRules(ctx)),
  saveRules: agencyProcedure
    .meta({ can: 'invoice.write' })
    .input(autopayRulesInput)
    .mutation(({ ctx, input }) => saveAutopayRules(ctx, input)),
})
