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
import { agencyProcedure, publicProcedure, router, userProcedure } from '../core/procedures.ts'
import { addCard, confirmCard } from './commands/add-card.ts'
import { confirmByLink } from './commands/confirm.ts'
import { payByLink, payInvoice, quickPay } from './commands/pay.ts'
import { recordManualPayment } from './commands/record-manual.ts'
import { refund } from './commands/refund.ts'
import { removeCard } from './commands/remove-card.ts'
import { setDefaultCard } from './commands/set-default-card.ts'
import { settleManualPayment } from './commands/settle-manual.ts'
import { listCards } from './queries/cards.ts'
import { listPayments } from './queries/payments.ts'
import { describeProvider } from './queries/provider.ts'

const cardId = z.strictObject({ id: z.uuid() })

export const paymentsRouter = router({
  provider: publicProcedure.meta({ can: 'public' }).query(({ ctx }) => describeProvider(ctx.services.config)),
  list: userProcedure
    .meta({ can: 'payment.read' })
    .input(paymentListInput)
    .query(({ ctx, input }) => listPayments(ctx, input)),
  payInvoice: userProcedure
    .meta({ can: 'payment.pay', repetition: 'own' })
    .input(payInvoiceInput)
    .mutation(({ ctx, input }) => payInvoice(ctx, input)),
  payByLink: publicProcedure
    .meta({ can: 'public' })
    .input(payByLinkInput)
    .mutation(({ ctx, input }) => payByLink(ctx, input)),
  quickPay: userProcedure
    .meta({ can: 'payment.pay', repetition: 'own' })
    .input(quickPayInput)
    .mutation(({ ctx, input }) => quickPay(ctx, input)),
  confirmByLink: publicProcedure
    .meta({ can: 'public' })
    .input(confirmByLinkInput)
    .mutation(({ ctx, input }) => confirmByLink(ctx, input)),
  cards: userProcedure.meta({ can: 'payment.pay' }).query(({ ctx }) => listCards(ctx)),
  addCard: userProcedure
    .meta({ can: 'payment.pay', repetition: 'own' })
    .input(addCardInput)
    .mutation(({ ctx, input }) => addCard(ctx, input)),
  confirmCard: userProcedure
    .meta({ can: 'payment.pay', repetition: 'claim' })
    .input(confirmPaymentInput)
    .mutation(({ ctx, input }) => confirmCard(ctx, input)),
  setDefaultCard: userProcedure
    .meta({ can: 'payment.pay', repetition: 'claim' })
    .input(cardId)
    .mutation(({ ctx, input }) => setDefaultCard(ctx, input)),
  removeCard: userProcedure
    .meta({ can: 'payment.pay', repetition: 'claim' })
    .input(cardId)
    .mutation(({ ctx, input }) => removeCard(ctx, input)),
  recordManual: agencyProcedure
    .meta({ can: 'payment.manage' })
    .input(manualPaymentInput)
    .mutation(({ ctx, input }) => recordManualPayment(ctx, input)),
  settleManual: agencyProcedure
    .meta({ can: 'payment.manage' })
    .input(settleManualInput)
    .mutation(({ ctx, input }) => settleManualPayment(ctx, input)),
  refund: agencyProcedure
    .meta({ can: 'payment.manage', repetition: 'own' })
    .input(refundInput)
    .mutation(({ ctx, input }) => refund(ctx, input)),
})
