import type { ComponentType } from 'react'
import { slotOf } from '#client/components/slot.tsx'
import type { SectionProps } from '../section/section-props.ts'
import { CollectionCard } from './collection-card.tsx'
import { RatesCard } from './rates-card.tsx'

const FromDomains = slotOf(
  import.meta.glob<ComponentType<object>>('../../../money/*/slots/owner-settings.tsx', {
    eager: true,
    import: 'OwnerSettingsSlot',
  }),
)

/** Settings for owners only: their own rates and automatic charges. */
export function OwnerCards({ settings }: SectionProps) {
  return (
    <>
      <RatesCard settings={settings} />
      <CollectionCard />
      <FromDomains />
    </>
  )
}
