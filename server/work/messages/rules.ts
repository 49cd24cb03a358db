import type { AgencyId } from '#shared/base/roles.ts'
import { MESSAGE_EDIT_MINUTES } from '#shared/work/messages.ts'
import { addMinutes } from '../../base/db/values.ts'

/** Whether the sender may still change a message sent at that time. */
export const mayStillChange = (sentAt: string, now: Date): boolean =>
  now <= addMinutes(new Date(sentAt), MESSAGE_EDIT_MINUTES)

/** The subject and audience of a conversation's events. */
export const aboutThread = (thread: { agency_id: AgencyId; id: string; assigned_client_id: string }) => ({
  agencyId: thread.agency_id,
  projectId: thread.id,
  clientId: thread.assigned_client_id,
})
