import { useCan, useUser } from '#client/lib/session/session.ts'
import type { SectionProps } from '../section/section-props.ts'
import { TokensCard } from './tokens-card.tsx'
import { WebhooksCard } from './webhooks-card.tsx'

/** API tokens and webhooks for integrations. */
export function ApiSection({ settings }: SectionProps) {
  const { agency_id } = useUser()
  const manages = useCan('webhook.write') && agency_id !== null
  return (
    <>
      <TokensCard settings={settings} />
      {manages && <WebhooksCard />}
    </>
  )
}
