import { dateInZone } from '#shared/base/dates.ts'
import { formatDate } from '#shared/base/format.ts'
import { links } from '#shared/base/links.ts'
import type { Handlers } from '../../../base/core/events.ts'
import { notify } from '../commands/notify.ts'
import { switchMails } from '../commands/save-preferences.ts'

export const identity: Handlers = {
  async 'api-token.expiring'(tx, { id, userId, name, expiresAt, isLast }) {
    await notify(tx, {
      agencyId: null,
      event: 'token_expiry',
      userIds: [userId],
      title: (timezone) =>
        `The API token “${name}” expires on ${formatDate(dateInZone(new Date(expiresAt), timezone))}`,
      link: links.programs,
      group: `token_expiry:${id}:${isLast ? 'last' : 'first'}`,
      once: true,
    })
  },
  async 'preferences.updated'(tx, { id, emails }) {
    if (emails !== undefined) await switchMails(tx, id, emails)
  },
}
