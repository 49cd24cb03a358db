import { LATE_DAYS } from '#shared/money/autopay/autopay.ts'
import type { Collector } from '../../../base/core/context.ts'
import { addDays } from '../../../base/db/values.ts'
import { writeNoticeBySending } from '../commands/write-notice.ts'
import { chargeNotes } from './charge-notes.ts'
import { notDueForCharge, notRetried } from './collected.ts'

/** Autopay announces its charges itself, and may still make a delayed one. */
export const autopayCollector: Collector = {
  announce: async (tx, invoiceId) => {
    const noticeOn = await writeNoticeBySending(tx, invoiceId)
    return { noticeOn, notes: await chargeNotes(tx, invoiceId) }
  },
  overdue: () => notRetried,
  reminders: (now) => (eb) => eb.and([notRetried(eb), notDueForCharge(addDays(now, -1))(eb)]),
  lateFees: (now) => (eb) => eb.and([notRetried(eb), notDueForCharge(addDays(now, -LATE_DAYS - 1))(eb)]),
}
