import type { Tx } from '../../../base/core/context.ts'
import type { Handlers } from '../../../base/core/events.ts'
import { notify } from '../commands/notify.ts'
import { platformAdmins } from '../queries/recipients.ts'

async function tellOfTrial(tx: Tx, { name }: { name: string }): Promise<void> {
  await notify(tx, {
    event: 'platform',
    agencyId: null,
    userIds: await platformAdmins(tx),
    title: `${name} started a trial`,
    link: '/agencies',
  })
}

export const agencies: Handlers = {
  'agency.registered': tellOfTrial,
  'agency.created': tellOfTrial,
}
