import type { Trx } from '../../db/schema.ts'
import { transact } from '../../db/transaction.ts'
import type { Services } from '../../trpc/context.ts'
import { platformAdmins } from '../queries/recipients.ts'
import { type Notifier, notify } from './notify.ts'

/** The platform's people hear of agencies that come, and of what becomes of their plans. */
export async function notifyPlatform(
  trx: Trx,
  by: Pick<Notifier, 'userId' | 'now'>,
  title: string,
): Promise<void> {
  await notify(
    trx,
    { userId: by.userId, agencyId: null, now: by.now },
    {
      event: 'platform',
      userIds: await platformAdmins(trx),
      title,
      link: '/agencies',
      group: `platform:${title}`,
    },
  )
}

/** On the first of the month: last month's books are complete. */
export function announceMonthlyReport({ db }: Pick<Services, 'db'>, now: Date): Promise<void> {
  return transact(db, async (trx) => {
    await notify(
      trx,
      { userId: null, agencyId: null, now },
      {
        event: 'platform',
        userIds: await platformAdmins(trx),
        title: 'Monthly platform report is ready',
        link: '/accounts?period=last-month',
        group: `report:${now.toISOString().slice(0, 7)}`,
        once: true,
      },
    )
  })
}
