import { MESSAGE_EDIT_MINUTES } from '#shared/messages.ts'
import type { AgencyId } from '#shared/roles.ts'
import { addMinutes } from '../db/values.ts'

/** Whether the sender may still change a message sent at that instant. */
export const mayStillChange = (sentAt: string, now: Date): boolean =>
  now <= addMinutes(new Date(sentAt), MESSAGE_EDIT_MINUTES)

/** To whom every event of a conversation belongs. */
export const aboutThread = (thread: { agency_id: AgencyId; id: string; assigned_client_id: string }) => ({
  agencyId: thread.agency_id,
  projectId: thread.id,
  clientId: thread.assigned_client_id,
})
