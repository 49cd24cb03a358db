import type { Reaction } from './base/core/context.ts'
import { reactBy } from './base/core/events.ts'
import { requireOpenProject } from './money/ledger/profit/queries/open-project.ts'
import { requireChargeablePlan } from './money/payments/charge/queries/chargeable-plan.ts'
import { writeActivity } from './reactions/activity/react.ts'
import { writeAudit } from './reactions/audit/react.ts'
import { announceChange } from './reactions/live/react.ts'
import { queueMails } from './reactions/mail/react.ts'
import { notifyPeople } from './reactions/notifications/react.ts'
import { queueForWebhooks } from './reactions/webhooks/react.ts'
import { moveTimeOfTask } from './time/work-log/commands/move-time.ts'
import { startReading } from './work/messages/commands/mark-read.ts'
import { requireUnshared } from './work/messages/queries/unshared.ts'
import { detachStep, setStepOfTask } from './work/processes/commands/set-step.ts'

/** The reactions to every event, run in this order within its transaction. */
export const REACTIONS: readonly Reaction[] = [
  reactBy({
    'invoice.sent': requireChargeablePlan,
    'task.moved': moveTimeOfTask,
    'task.completed': (tx, task) => setStepOfTask(tx, task, true),
    'task.status-changed': async (tx, task) => {
      if (task.reopened) await setStepOfTask(tx, task, false)
    },
    'task.deleted': detachStep,
    'member.joined': startReading,
    'project.client-changed': async (tx, project) => {
      await requireOpenProject(tx, project)
      await requireUnshared(tx, project)
    },
  }),
  writeActivity,
  writeAudit,
  queueForWebhooks,
  notifyPeople,
  queueMails,
  announceChange,
]
