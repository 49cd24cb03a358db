import { LATE_DAYS } from '#shared/money/autopay/autopay.ts'
import type { Collector } from '../../base/core/context.ts'
import { domain } from '../../base/core/domain.ts'
import { DELETED_USER } from '../../base/db/table-cards.ts'
import { addDays } from '../../base/db/values.ts'
import { chargeByAutopay } from './commands/charge.ts'
import { writeNoticeBySending } from './commands/write-notice.ts'
import { AUTOPAY_EFFECTS, AUTOPAY_PURPOSES } from './effects.ts'
import { chargeNotes } from './queries/charge-notes.ts'
import { notDueForCharge, notRetried } from './queries/collected.ts'
import { autopayRouter } from './router.ts'
import { autopayVisibility } from './visibility.ts'

/** Autopay announces its charges itself, and may still make a delayed one. */
const autopayCollector: Collector = {
  announce: async (tx, invoiceId) => {
    const noticeOn = await writeNoticeBySending(tx, invoiceId)
    return { noticeOn, notes: await chargeNotes(tx, invoiceId) }
  },
  overdue: () => notRetried,
  reminders: (now) => (eb) => eb.and([notRetried(eb), notDueForCharge(addDays(now, -1))(eb)]),
  lateFees: (now) => (eb) => eb.and([notRetried(eb), notDueForCharge(addDays(now, -LATE_DAYS - 1))(eb)]),
}

/** Clients' consent to charging a saved card for invoices. */
export const autopay = domain({
  routers: { autopay: autopayRouter },
  effects: AUTOPAY_EFFECTS,
  purposes: AUTOPAY_PURPOSES,
  causedHere: { 'payments.payInvoice': ['autopay.paused'] },
  visibility: autopayVisibility,
  collector: autopayCollector,
  jobs: [{ name: 'autopay', schedule: '*/15 * * * *', run: chargeByAutopay }],
  tables: {
    autopay_mandates: {
      of: 'agency',
      uses: { client_id: 'clients' },
      key: ['agency_id', 'id', 'client_id', 'recurring_id', 'user_id', 'account', 'card_id'],
      content: ['recurring_title', 'wording', 'pause_reason'],
      money: ['card_brand', 'card_last4', 'max_amount', 'max_currency'],
      system: ['provider', 'text_version', 'given_at', 'effective_on', 'paused_at', 'ended_at', 'updated_at'],
      personal: {
        given_by: { of: 'user_id', becomes: DELETED_USER },
        ended_by: { by: 'name', becomes: DELETED_USER },
      },
      ownData: {
        as: 'autopay_mandates',
        by: 'user_id',
        columns: ['given_by', 'card_brand', 'card_last4', 'wording', 'given_at', 'ended_at'],
      },
    },
    autopay_attempts: {
      of: 'agency',
      key: ['agency_id', 'invoice_id', 'mandate_id'],
      content: ['reason', 'message'],
      money: ['card_brand', 'card_last4', 'amount', 'currency'],
      system: ['number', 'outcome', 'charged_on', 'next_on', 'created_at', 'updated_at'],
    },
    autopay_rules: {
      of: 'agency',
      key: ['agency_id'],
      system: ['notice_days', 'retry_days', 'version', 'updated_at'],
    },
  },
})
