import { MESSAGE_EDIT_MINUTES } from '#shared/messages.ts'
import { addMinutes } from '../db/values.ts'

/** Whether the sender may still change a message sent at that instant. */
export const mayStillChange = (sentAt: string, now: Date): boolean =>
  now <= addMinutes(new Date(sentAt), MESSAGE_EDIT_MINUTES)

/** The notifications of one conversation; opening it reads them. */
export const messageGroup = (projectId: string, kind: 'message' | 'mention'): string => `${kind}:${projectId}`
