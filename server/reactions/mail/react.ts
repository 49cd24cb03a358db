import { EVENTS, type EventName } from '#shared/reactions/events.ts'
import { type Handlers, reactBy } from '../../base/core/events.ts'
import { agencies } from './handlers/agencies.ts'
import { autopay } from './handlers/autopay.ts'
import { identity } from './handlers/identity.ts'
import { money } from './handlers/money.ts'
import { people } from './handlers/people.ts'
import { portal } from './handlers/portal.ts'
import { provider } from './handlers/provider.ts'
import { time } from './handlers/time.ts'
import { work } from './handlers/work.ts'

export const MAIL_HANDLERS: Handlers = {
  ...identity,
  ...agencies,
  ...people,
  ...work,
  ...time,
  ...money,
  ...autopay,
  ...provider,
  ...portal,
}

export const sendsMail = (name: EventName): boolean =>
  Object.hasOwn(MAIL_HANDLERS, name) && EVENTS[name].withdrawsMail !== true

/** Queues the mails that events send directly; notification mails are queued separately. */
export const queueMails = reactBy(MAIL_HANDLERS)
