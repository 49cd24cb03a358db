import { idInput } from '#shared/base/schemas/ids.ts'
import { billRecordInput, billTermsInput } from '#shared/money/schemas/bills.ts'
import {
  payBatchInput,
  payoutCreateInput,
  payoutListInput,
  payoutReopenInput,
  payoutsFromHoursInput,
} from '#shared/money/schemas/payouts.ts'
import {
  selfBillIssueInput,
  selfBillingAcceptInput,
  selfBillingInput,
  selfBillingRequestInput,
  selfBillingRevokeInput,
  selfBillListInput,
  selfBillVoidInput,
} from '#shared/money/schemas/self-billing.ts'
import {
  payoutAccountInput,
  payoutAccountSaveInput,
  sepaBatchCreateInput,
  sepaBatchListInput,
  sepaBatchSettleInput,
} from '#shared/money/schemas/sepa.ts'
import { agencyProcedure, router, userProcedure } from '../../base/core/calls/procedures.ts'
import { recordBill } from './bills/commands/record-bill.ts'
import { removeBill } from './bills/commands/remove-bill.ts'
import { getBillTerms } from './bills/queries/terms.ts'
import { cancelPayout, reopenByHand } from './commands/cancel.ts'
import { createPayout, createPayoutsFromHours } from './commands/create.ts'
import { payBatch } from './commands/pay.ts'
import { getPayoutTotals, listPayouts, previewPayouts } from './queries.ts'
import { acceptSelfBilling } from './self-billing/commands/accept.ts'
import { issueSelfBill } from './self-billing/commands/issue.ts'
import { requestSelfBilling } from './self-billing/commands/request.ts'
import { revokeSelfBilling } from './self-billing/commands/revoke.ts'
import { voidSelfBill } from './self-billing/commands/void.ts'
import { getSelfBilling } from './self-billing/queries/agreements.ts'
import { listSelfBills } from './self-billing/queries/self-bills.ts'
import { cancelSepaBatch } from './sepa/commands/cancel-batch.ts'
import { createSepaBatch } from './sepa/commands/create-batch.ts'
import { saveAccount } from './sepa/commands/save-account.ts'
import { settleSepaBatch } from './sepa/commands/settle-batch.ts'
import { getPayoutAccount } from './sepa/queries/accounts.ts'
import { listSepaBatches } from './sepa/queries/batches.ts'

export const payoutsRouter = router({
  list: userProcedure
    .meta({ can: 'payout.read' })
    .input(payoutListInput)
    .query(({ ctx, input }) => listPayouts(ctx, input)),
  totals: userProcedure.meta({ can: 'payout.read' }).query(({ ctx }) => getPayoutTotals(ctx)),
  preview: agencyProcedure.meta({ can: 'payout.write' }).query(({ ctx }) => previewPayouts(ctx)),
  create: agencyProcedure
    .meta({ can: 'payout.write' })
    .input(payoutCreateInput)
    .mutation(({ ctx, input }) => createPayout(ctx, input)),
  fromHours: agencyProcedure
    .meta({ can: 'payout.write' })
    .input(payoutsFromHoursInput)
    .mutation(({ ctx, input }) => createPayoutsFromHours(ctx, input)),
  payBatch: agencyProcedure
    .meta({ can: 'payout.write' })
    .input(payBatchInput)
    .mutation(({ ctx, input }) => payBatch(ctx, input)),
  cancel: agencyProcedure
    .meta({ can: 'payout.write' })
    .input(idInput)
    .mutation(({ ctx, input }) => cancelPayout(ctx, input)),
  reopen: agencyProcedure
    .meta({ can: 'payout.write' })
    .input(payoutReopenInput)
    .mutation(({ ctx, input }) => reopenByHand(ctx, input)),
  recordBill: agencyProcedure
    .meta({ can: 'payout-bill.write' })
    .input(billRecordInput)
    .mutation(({ ctx, input }) => recordBill(ctx, input)),
  billTerms: agencyProcedure
    .meta({ can: 'payout-bill.write' })
    .input(billTermsInput)
    .query(({ ctx, input }) => getBillTerms(ctx, input)),
  removeBill: agencyProcedure
    .meta({ can: 'payout-bill.write' })
    .input(idInput)
    .mutation(({ ctx, input }) => removeBill(ctx, input)),
  selfBilling: agencyProcedure
    .meta({ can: 'payout-bill.write' })
    .input(selfBillingInput)
    .query(({ ctx, input }) => getSelfBilling(ctx, input)),
  requestSelfBilling: agencyProcedure
    .meta({ can: 'payout.write' })
    .input(selfBillingRequestInput)
    .mutation(({ ctx, input }) => requestSelfBilling(ctx, input)),
  acceptSelfBilling: agencyProcedure
    .meta({ can: 'self-billing.accept' })
    .input(selfBillingAcceptInput)
    .mutation(({ ctx, input }) => acceptSelfBilling(ctx, input)),
  revokeSelfBilling: agencyProcedure
    .meta({ can: 'payout-bill.write' })
    .input(selfBillingRevokeInput)
    .mutation(({ ctx, input }) => revokeSelfBilling(ctx, input)),
  selfBills: agencyProcedure
    .meta({ can: 'payout-bill.write' })
    .input(selfBillListInput)
    .query(({ ctx, input }) => listSelfBills(ctx, input)),
  issueSelfBill: agencyProcedure
    .meta({ can: 'payout.write' })
    .input(selfBillIssueInput)
    .mutation(({ ctx, input }) => issueSelfBill(ctx, input)),
  voidSelfBill: agencyProcedure
    .meta({ can: 'payout-bill.write' })
    .input(selfBillVoidInput)
    .mutation(({ ctx, input }) => voidSelfBill(ctx, input)),
  account: agencyProcedure
    .meta({ can: 'payout-account.write' })
    .input(payoutAccountInput)
    .query(({ ctx, input }) => getPayoutAccount(ctx, input)),
  saveAccount: agencyProcedure
    .meta({ can: 'payout-account.write' })
    .input(payoutAccountSaveInput)
    .mutation(({ ctx, input }) => saveAccount(ctx, input)),
  sepaBatches: agencyProcedure
    .meta({ can: 'payout.write' })
    .input(sepaBatchListInput)
    .query(({ ctx, input }) => listSepaBatches(ctx, input)),
  createSepaBatch: agencyProcedure
    .meta({ can: 'payout.write' })
    .input(sepaBatchCreateInput)
    .mutation(({ ctx, input }) => createSepaBatch(ctx, input)),
  cancelSepaBatch: agencyProcedure
    .meta({ can: 'payout.write' })
    .input(idInput)
    .mutation(({ ctx, input }) => cancelSepaBatch(ctx, input)),
  settleSepaBatch: agencyProcedure
    .meta({ can: 'payout.write' })
    .input(sepaBatchSettleInput)
    .mutation(({ ctx, input }) => settleSepaBatch(ctx, input)),
})
