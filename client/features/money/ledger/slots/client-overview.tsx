import { Section } from '#client/components/records/detail-parts.tsx'
import { lazyPart } from '#client/components/states/lazy-part.tsx'
import type { ClientSlotProps } from '../../../people/clients/detail/client-slots.ts'

const ProfitStatement = lazyPart(() => import('../profit/profit-statement.tsx'), 'ProfitStatement', 220)

/** The profit of the client's work. */
export function ClientOverviewSlot({ client }: ClientSlotProps) {
  return (
    <Section title="Profit">
      <ProfitStatement of={{ client_id: client.id }} />
    </Section>
  )
}
