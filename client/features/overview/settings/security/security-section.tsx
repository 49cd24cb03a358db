import type { SectionProps } from '../section/section-props.ts'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'

export function SecuritySection({ settings }: SectionProps) {
  return (
    <>
      <PasswordCard settings={settings} />
      <TwoFactorCard settings={settings} />
      <SessionsCard />
    </>
  )
}
