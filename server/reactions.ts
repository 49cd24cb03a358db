import type { Reaction } from './core/context.ts'
import { writeActivity } from './reactions/activity/react.ts'
import { writeAudit } from './reactions/audit/react.ts'
import { announceChange } from './reactions/live/react.ts'
import { queueMails } from './reactions/mail/react.ts'
import { notifyPeople } from './reactions/notifications/react.ts'
import { queueForWebhooks } from './reactions/webhooks/react.ts'

/** What follows from every event, in this order and in its own transaction. */
export const REACTIONS: readonly Reaction[] = [
  writeActivity,
  writeAudit,
  queueForWebhooks,
  notifyPeople,
  queueMails,
  announceChange,
]
