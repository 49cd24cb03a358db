import type { Effects, Purposes } from '../../base/core/context.ts'

export const AUTOPAY_EFFECTS: Effects = {
  'autopay.end': {
    does: 'Turns a client’s autopay off, for all invoices or for one recurring invoice.',
    follows:
      'Only the client can turn it on again; the client and the owners are notified. A charge in progress may still go through.',
    records: ['autopay.ended'],
  },
  'autopay.request': {
    does: 'Emails a client’s billing contacts a request to turn on autopay.',
    follows: 'At most once a day per client. The email can’t be recalled.',
    records: ['autopay.requested'],
  },
  'autopay.saveRules': {
    does: 'Sets when clients are notified of automatic charges and when declined ones are retried.',
    follows: 'Retries that are already scheduled don’t change.',
    records: ['autopay-rules.changed'],
  },
}

export const AUTOPAY_PURPOSES: Purposes = {
  'autopay.ofClient':
    'Tells whether a client’s invoices are paid automatically, with which card and up to which amount.',
  'autopay.ofInvoice': 'Tells whether and when an invoice will be charged automatically.',
  'autopay.rules':
    'Tells when clients are notified of automatic charges, and when declined ones are retried.',
}
