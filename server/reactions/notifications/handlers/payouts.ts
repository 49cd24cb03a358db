import { formatCharged } from '#shared/base/amounts/money.ts'
import type { Tx } from '../../../base/core/context.ts'
import type { Handlers } from '../../../base/core/events.ts'
import { notify } from '../commands/notify.ts'
import { agencyOwners, usersOfEmployees } from '../queries/recipients.ts'

const event = 'self_billing' as const

async function tellContributor(tx: Tx, employeeId: string, title: string): Promise<void> {
  const { agencyId } = tx.reach
  if (agencyId === null) return
  const userIds = await usersOfEmployees(tx, agencyId, [employeeId])
  await notify(tx, { event, agencyId, userIds, title, link: '/payouts' })
}

async function tellOwners(tx: Tx, title: string): Promise<void> {
  const { agencyId } = tx.reach
  if (agencyId === null) return
  const userIds = await agencyOwners(tx, agencyId)
  await notify(tx, { event, agencyId, userIds, title, link: '/payments?tab=history&view=payouts' })
}

/** Each side learns what the other did. */
export const payouts: Handlers = {
  'self-billing.requested': (tx, { employeeId }) =>
    tellContributor(tx, employeeId, `${tx.actor.name} asks you to agree to self-billing`),
  'self-billing.accepted': (tx, { name, again }) =>
    tellOwners(
      tx,
      again ? `${name} changed their details for self-billing` : `${name} accepted self-billing`,
    ),
  'self-billing.revoked': (tx, { name, employeeId, side }) =>
    side === 'contributor'
      ? tellOwners(tx, `${name} revoked the self-billing agreement`)
      : tellContributor(tx, employeeId, `${tx.actor.name} revoked the self-billing agreement`),
  'self-bill.issued': (tx, { employeeId, number, amount, currency }) =>
    tellContributor(
      tx,
      employeeId,
      `Self-billed document ${number} of ${formatCharged(amount, currency)} was issued for you`,
    ),
  'self-bill.rejected': (tx, { number }) =>
    tellOwners(tx, `${tx.actor.name} rejected the self-billed document ${number}`),
  'self-bill.voided': (tx, { employeeId, number }) =>
    tellContributor(tx, employeeId, `${tx.actor.name} canceled the self-billed document ${number}`),
}
