import { links } from '#shared/base/links.ts'
import { accountSummary } from '#shared/money/payments/events.ts'
import type { Handlers } from '../../../base/core/events.ts'
import { mailOwners } from '../commands/mail-owners.ts'

/** Changes of where an agency's money goes: all owners are mailed, regardless of preferences. */
export const provider: Handlers = {
  'payment-account.changed': (tx, account) =>
    mailOwners(tx, {
      urgent: true,
      subject: accountSummary(account),
      paragraphs: [
        `${accountSummary(account)}. Changed by ${tx.actor.name}.`,
        'If you did not expect this, check which account takes your card payments at once.',
      ],
      open: { label: 'Review card payments', path: links.cardPayments },
    }),
  'bank-details.changed': (tx, { from, to }) =>
    mailOwners(tx, {
      urgent: true,
      subject: 'The bank details on your invoices were changed',
      paragraphs: [
        `${tx.actor.name} changed the bank details that your invoices ask clients to pay to.`,
        `Before: ${from}`,
        `Now: ${to}`,
        'If you did not expect this, correct the bank details before another invoice is sent, and change your password.',
      ],
      open: { label: 'Review bank details', path: links.bankDetails },
    }),
}
