import { z } from 'zod'
import {
  addCardInput,
  confirmByLinkInput,
  confirmPaymentInput,
  manualPaymentInput,
  payByLinkInput,
  payInvoiceInput,
  paymentListInput,
  quickPayInput,
  refundInput,
  settleManualInput,
} from '#shared/payments.ts'
import { agencyProcedure, publicProcedure, router, userProcedure } from '../trpc/procedures.ts'
import { addCard, confirmCard, removeCard, setDefaultCard } from './commands/cards.ts'
import { recordManualPayment, settleManualPayment } from './commands/manage.ts'
import { confirmByLink, confirmPayment, payByLink, payInvoice, quickPay } from './commands/pay.ts'
import { refund } from './commands/refund.ts'
import { listCards } from './queries/cards.ts'
import { describeProvider, listPayments } from './queries.ts'

const cardId = z.strictObject({ id: z.uuid() })

export const paymentsRouter = router({
  provider: publicProcedure.meta({ can: 'public' }).query(({ ctx }) => describeProvider(ctx.services.config)),
  list: userProcedure
    .meta({ can: 'payment.read' })
    .input(paymentListInput)
    .query(({ ctx, input }) => listPayments(ctx.services.db, ctx.scope, input)),
  payInvoice: userProcedure
    .meta({ can: 'payment.pay' })
    .input(payInvoiceInput)
    .mutation(({ ctx, input }) => payInvoice(ctx.services, ctx.scope, input)),
  payByLink: publicProcedure
    .meta({ can: 'public' })
    .input(payByLinkInput)
    .mutation(({ ctx, input }) => payByLink(ctx.services, ctx.services.clock(), input)),
  quickPay: userProcedure
    .meta({ can: 'payment.pay' })
    .input(quickPayInput)
    .mutation(({ ctx, input }) => quickPay(ctx.services, ctx.scope, input)),
  confirm: userProcedure
    .meta({ can: 'payment.pay' })
    .input(confirmPaymentInput)
    .mutation(({ ctx, input }) => confirmPayment(ctx.services, ctx.scope, input)),
  confirmByLink: publicProcedure
    .meta({ can: 'public' })
    .input(confirmByLinkInput)
    .mutation(({ ctx, input }) => confirmByLink(ctx.services, ctx.services.clock(), input)),
  cards: userProcedure.meta({ can: 'payment.pay' }).query(({ ctx }) => listCards(ctx.services, ctx.scope)),
  addCard: userProcedure
    .meta({ can: 'payment.pay' })
    .input(addCardInput)
    .mutation(({ ctx, input }) => addCard(ctx.services, ctx.scope, input)),
  confirmCard: userProcedure
    .meta({ can: 'payment.pay' })
    .input(confirmPaymentInput)
    .mutation(({ ctx, input }) => confirmCard(ctx.services, ctx.scope, input)),
  setDefaultCard: userProcedure
    .meta({ can: 'payment.pay' })
    .input(cardId)
    .mutation(({ ctx, input }) => setDefaultCard(ctx.services, ctx.scope, input)),
  removeCard: userProcedure
    .meta({ can: 'payment.pay' })
    .input(cardId)
    .mutation(({ ctx, input }) => removeCard(ctx.services, ctx.scope, input)),
  recordManual: agencyProcedure
    .meta({ can: 'payment.manage' })
    .input(manualPaymentInput)
    .mutation(({ ctx, input }) => recordManualPayment(ctx.services.db, ctx.scope, input)),
  settleManual: agencyProcedure
    .meta({ can: 'payment.manage' })
    .input(settleManualInput)
    .mutation(({ ctx, input }) => settleManualPayment(ctx.services.db, ctx.scope, input)),
  refund: agencyProcedure
    .meta({ can: 'payment.manage' })
    .input(refundInput)
    .mutation(({ ctx, input }) => refund(ctx.services, ctx.scope, input)),
})
