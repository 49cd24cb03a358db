import { type Handlers, reactBy } from '../../base/core/events.ts'
import { agencies } from './handlers/agencies.ts'
import { autopay } from './handlers/autopay.ts'
import { identity } from './handlers/identity.ts'
import { imports } from './handlers/imports.ts'
import { money } from './handlers/money.ts'
import { payouts } from './handlers/payouts.ts'
import { people } from './handlers/people.ts'
import { portal } from './handlers/portal.ts'
import { schedule } from './handlers/schedule.ts'
import { time } from './handlers/time.ts'
import { work } from './handlers/work.ts'

export const NOTIFICATION_HANDLERS: Handlers = {
  ...identity,
  ...agencies,
  ...people,
  ...work,
  ...schedule,
  ...time,
  ...money,
  ...payouts,
  ...autopay,
  ...portal,
  ...imports,
}

/** Notifies the people concerned by an event through their chosen channels. */
export const notifyPeople = reactBy(NOTIFICATION_HANDLERS)
