import type { Handlers } from '../../../core/events.ts'
import { notify } from '../commands/notify.ts'
import { agencyOwners } from '../queries/recipients.ts'

export const people: Handlers = {
  async 'invitation.accepted'(tx, { name, role }) {
    if (tx.reach.agencyId === null) return
    await notify(tx, {
      event: 'invitation_accepted',
      userIds: await agencyOwners(tx, tx.reach.agencyId),
      title: `${name} accepted your invitation`,
      link: role === 'client' ? '/clients' : '/employees',
    })
  },
}
