import type { Handlers } from '../../../core/events.ts'
import { setMailDelivery } from '../commands/set-preferences.ts'

export const identity: Handlers = {
  async 'preferences.updated'(tx, { id, emails }) {
    if (emails !== undefined) await setMailDelivery(tx, id, emails)
  },
}
