import { idInput } from '#shared/base/schemas/ids.ts'
import {
  connectKeysInput,
  paymentAccountProofInput,
} from '#shared/money/payments/schemas/payment-accounts.ts'
import {
  addCardInput,
  confirmByLinkInput,
  manualPaymentInput,
  payByLinkInput,
  payInvoiceInput,
  paymentListInput,
  providerInput,
  quickPayInput,
  refundInput,
  reversePaymentInput,
  settleManualInput,
} from '#shared/money/payments/schemas/payments.ts'
import { agencyProcedure, publicProcedure, router, userProcedure } from '../../base/core/calls/procedures.ts'
import { refreshAccount, startOnboarding } from './accounts/commands/start-onboarding.ts'
import { describeAccount } from './accounts/queries/describe-account.ts'
import { describeProvider } from './accounts/queries/provider.ts'
import { addCard, confirmCard } from './cards/commands/add-card.ts'
import { removeCard } from './cards/commands/remove-card.ts'
import { setDefaultCard } from './cards/commands/set-default-card.ts'
import { listCards } from './cards/queries/cards.ts'
import { confirmByLink } from './charge/commands/confirm.ts'
import { payByLink, payInvoice, quickPay } from './charge/commands/pay.ts'
import { getReceipt, paperOfReceipt } from './charge/queries/receipt.ts'
import { connectKeys } from './commands/connect-keys.ts'
import { recordManualPayment } from './commands/record-manual.ts'
import { refund } from './commands/refund.ts'
import { removeAccount } from './commands/remove-account.ts'
import { reverseByHand } from './commands/reverse.ts'
import { settleManualPayment } from './commands/settle-manual.ts'
import { listPayments } from './queries/payments.ts'

/** Queries the payment provider, too. */
const account = agencyProcedure.meta({ can: 'payment-account.manage', repetition: 'reserve' })

export const paymentsRouter = router({
  provider: publicProcedure
    .meta({ can: 'public' })
    .input(providerInput)
    .query(({ ctx, input }) => describeProvider(ctx, input ?? {})),
  account: agencyProcedure.meta({ can: 'payment-account.manage' }).query(({ ctx }) => describeAccount(ctx)),
  connectKeys: account.input(connectKeysInput).mutation(({ ctx, input }) => connectKeys(ctx, input)),
  startOnboarding: account
    .input(paymentAccountProofInput)
    .mutation(({ ctx, input }) => startOnboarding(ctx, input)),
  refreshAccount: account.mutation(({ ctx }) => refreshAccount(ctx)),
  removeAccount: account
    .input(paymentAccountProofInput)
    .mutation(({ ctx, input }) => removeAccount(ctx, input)),
  list: userProcedure
    .meta({ can: 'payment.read' })
    .input(paymentListInput)
    .query(({ ctx, input }) => listPayments(ctx, input)),
  receipt: userProcedure
    .meta({ can: 'payment.read' })
    .input(idInput)
    .query(async ({ ctx, input }) => paperOfReceipt(await getReceipt(ctx, input.id))),
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
    .meta({ can: 'payment.pay', repetition: 'reserve' })
    .input(idInput)
    .mutation(({ ctx, input }) => confirmCard(ctx, input)),
  setDefaultCard: userProcedure
    .meta({ can: 'payment.pay', repetition: 'reserve' })
    .input(idInput)
    .mutation(({ ctx, input }) => setDefaultCard(ctx, input)),
  removeCard: userProcedure
    .meta({ can: 'payment.pay', repetition: 'reserve' })
    .input(idInput)
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
  reverse: agencyProcedure
    .meta({ can: 'payment.manage' })
    .input(reversePaymentInput)
    .mutation(({ ctx, input }) => reverseByHand(ctx, input)),
})
