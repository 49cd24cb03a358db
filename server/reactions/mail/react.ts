import { reactBy } from '../../core/events.ts'
import { agencies } from './handlers/agencies.ts'
import { autopay } from './handlers/autopay.ts'
import { identity } from './handlers/identity.ts'
import { money } from './handlers/money.ts'
import { people } from './handlers/people.ts'
import { portal } from './handlers/portal.ts'
import { time } from './handlers/time.ts'
import { work } from './handlers/work.ts'

/** Queues the mails that an event itself sends; notifications by mail are the notifications' own. */
export const queueMails = reactBy({
  ...identity,
  ...agencies,
  ...people,
  ...work,
  ...time,
  ...money,
  ...autopay,
  ...portal,
})
