import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/messages')({
  staticData: { can: 'message.read' },
  component: lazyRouteComponent(() => import('#client/features/messages/messages-page.tsx'), 'MessagesPage'),
})
