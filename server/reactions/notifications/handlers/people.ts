import { links } from '#shared/base/links.ts'
import type { Tx } from '../../../base/core/context.ts'
import type { Handlers } from '../../../base/core/events.ts'
import { notify } from '../commands/notify.ts'
import { agencyOwners } from '../queries/recipients.ts'

export const people: Handlers = {
  async 'invitation.accepted'(tx, { name, role }) {
    if (tx.reach.agencyId === null) return
    await notify(tx, {
      event: 'invitation_accepted',
      userIds: await agencyOwners(tx, tx.reach.agencyId),
      title: `${name} accepted your invitation`,
      link: role === 'agency_admin' ? links.owners : role === 'client' ? '/clients' : '/employees',
    })
  },
  'owner.disabled': (tx, { name }) => tellOwners(tx, `${name} was disabled as an owner`),
  'owner.enabled': (tx, { name }) => tellOwners(tx, `${name} was enabled as an owner again`),
  'owner.removed': (tx, { name, left }) =>
    tellOwners(tx, left ? `${name} left the agency` : `${name} was removed as an owner`),
  'owner.handed-over': (tx, { name, from }) => tellOwners(tx, `${from} handed the agency over to ${name}`),
}

async function tellOwners(tx: Tx, title: string): Promise<void> {
  if (tx.reach.agencyId === null) return
  await notify(tx, {
    event: 'owners',
    userIds: await agencyOwners(tx, tx.reach.agencyId),
    title,
    link: links.owners,
  })
}
