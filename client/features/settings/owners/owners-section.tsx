import { InvitedOwnersCard } from './invited-owners-card.tsx'
import { OwnersCard } from './owners-card.tsx'

export function OwnersSection() {
  return (
    <>
      <OwnersCard />
      <InvitedOwnersCard />
    </>
  )
}
