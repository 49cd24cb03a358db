import type { Handlers } from '../../../base/core/events.ts'
import { setMailDelivery } from '../commands/save-preferences.ts'

export const identity: Handlers = {
  async 'preferences.updated'(tx, { id, emails }) {
    if (emails !== undefined) await setMailDelivery(tx, id, emails)
  },
}
