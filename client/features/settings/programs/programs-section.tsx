import { useCan, useUser } from '#client/lib/session.ts'
import { TokensCard } from './tokens-card.tsx'
import { WebhooksCard } from './webhooks-card.tsx'

/** How other programs reach the portal, and are told of what happens in it. */
export function ProgramsSection() {
  const { agency_id } = useUser()
  const manages = useCan('webhook.write') && agency_id !== null
  return (
    <>
      <TokensCard />
      {manages && <WebhooksCard />}
    </>
  )
}
