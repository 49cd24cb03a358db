import { createFileRoute } from '@tanstack/react-router'
import { messagesScreen } from '#client/features/work/messages/screen.ts'

export const Route = createFileRoute('/_app/(work)/messages')({ ...messagesScreen })
