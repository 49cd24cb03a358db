import type { SectionProps } from '../section/section-props.ts'
import { InvitedOwnersCard } from './invited-owners-card.tsx'
import { OwnersCard } from './owners-card.tsx'

export function OwnersSection({ settings }: SectionProps) {
  const twoFactor = settings.security.two_factor
  return (
    <>
      <OwnersCard twoFactor={twoFactor} />
      <InvitedOwnersCard twoFactor={twoFactor} />
    </>
  )
}
