import type { Effects } from '../../base/core/context.ts'

export const STOPPED_WORK_EFFECTS: Effects = {
  'stoppedWork.retry': {
    does: 'Retries an automatic action that the portal stopped after repeated failures.',
    follows: 'It does what it would have done: creates an invoice, sends a reminder, charges a card.',
    records: ['work.retried'],
    sends: true,
  },
}
