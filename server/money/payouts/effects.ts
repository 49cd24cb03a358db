import type { Effects, Purposes } from '../../base/core/context.ts'

export const PAYOUT_EFFECTS: Effects = {
  'payouts.create': {
    does: 'Creates a pending payout to a contributor, from hours or an amount.',
    follows: 'No money moves: payouts are paid outside the portal.',
    records: ['payout.created', 'time.billing-changed'],
  },
  'payouts.fromHours': {
    does: 'Creates pending payouts from all approved hours that aren’t paid out yet, one per contributor.',
    follows: 'No money moves. The hours count as paid out until a payout is canceled.',
    records: ['payout.created', 'time.billing-changed'],
  },
  'payouts.payBatch': {
    does: 'Records pending payouts as paid and books them as expenses.',
    follows: 'The contributors are notified. `payouts.reopen` undoes it; no money moves through the portal.',
    records: ['payout.sent'],
  },
  'payouts.cancel': {
    does: 'Cancels a pending payout.',
    follows: 'It can’t be restored; its hours can be paid out again.',
    records: ['payout.cancelled', 'time.billing-changed'],
  },
  'payouts.reopen': {
    does: 'Makes a payout pending again that was recorded as paid, such as one whose transfer the bank returned.',
    follows: 'Its entry is reversed, and it can be paid again; no money moves through the portal.',
    records: ['payout.reopened'],
  },
  'payouts.recordBill': {
    does: 'Records the bill that a contributor wrote for a payout. Its tax becomes input tax once the payout is paid.',
    follows:
      'The payout becomes the bill’s total. The entry of a payout that is already paid is booked again.',
    records: ['payout-bill.recorded'],
  },
  'payouts.removeBill': {
    does: 'Removes a contributor’s bill from a pending payout, with its file.',
    follows: 'The payout gets back the amount it had before the bill.',
    records: ['payout-bill.removed'],
  },
  'payouts.createSepaBatch': {
    does: 'Creates a SEPA file of pending payouts in euros for the agency’s bank, and reserves them.',
    follows:
      'No money moves until the file is uploaded to the bank. It can be canceled while nothing is paid.',
    records: ['sepa-batch.created'],
  },
  'payouts.cancelSepaBatch': {
    does: 'Cancels a SEPA file, so that its payouts can be put into another.',
    follows: 'A file that the bank already has must be canceled there too.',
    records: ['sepa-batch.cancelled'],
  },
  'payouts.settleSepaBatch': {
    does: 'Records the payouts of a SEPA file as paid and books them as expenses.',
    follows:
      'The contributors are notified. Single payouts can be made pending again; no money moves through the portal.',
    records: ['sepa-batch.settled', 'payout.sent'],
  },
  'payouts.requestSelfBilling': {
    does: 'Asks a contributor to agree that the agency writes their bills, with numbers that begin with the prefix.',
    follows: 'The contributor is notified. No document can be created until they accept.',
    records: ['self-billing.requested'],
  },
  'payouts.revokeSelfBilling': {
    does: 'Revokes an agreement on self-billing, or withdraws the request for one.',
    follows: 'The other side is notified. Existing documents stay valid.',
    records: ['self-billing.revoked'],
  },
  'payouts.issueSelfBill': {
    does: 'Writes a contributor’s bill of a payout in their name, with the next number of their series.',
    follows:
      'The payout becomes the bill’s total, and the contributor is notified. The document can only be canceled by another.',
    records: ['self-bill.issued'],
  },
  'payouts.voidSelfBill': {
    does: 'Cancels a self-billed document by another with its own number: a contributor rejects it, an owner cancels it.',
    follows:
      'The payout then has no bill, and the other side is notified. Tax of a paid payout is reversed today.',
    records: ['self-bill.rejected', 'self-bill.voided'],
  },
}

export const PAYOUT_PURPOSES: Purposes = {
  'payouts.list': 'Finds payouts to contributors by status or contributor.',
  'payouts.totals': 'Adds up pending and paid payouts by currency.',
  'payouts.preview':
    'Shows which payouts payouts.fromHours would create from approved hours, and for how much.',
  'payouts.billTerms': 'Suggests the tax and terms for a contributor’s next bill, before payouts.recordBill.',
  'payouts.selfBilling': 'Tells whether a contributor has agreed that the agency writes their bills.',
  'payouts.selfBills': 'Lists bills that the agency wrote for contributors, and their cancellations.',
  'payouts.sepaBatches': 'Lists the SEPA files of payouts that were created for the agency’s bank.',
}
