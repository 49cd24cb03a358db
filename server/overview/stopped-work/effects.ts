import type { Effects } from '../../base/core/context.ts'

export const STOPPED_WORK_EFFECTS: Effects = {
  'stoppedWork.retry': {
    does: 'Tries something again that the portal does by itself and stopped doing after it failed repeatedly.',
    follows: 'It does what it would have done: creates an invoice, sends a reminder, charges a card.',
    records: ['work.retried'],
    sends: true,
  },
}
