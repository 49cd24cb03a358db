import { Skeletons } from '#client/components/data-list.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { trpc } from '#client/lib/trpc.ts'
import type { SectionProps } from '../section/section-props.ts'
import { AccountCard } from './account-card.tsx'

/** Where the agency's client payments go. */
export function PaymentsSection({ settings }: SectionProps) {
  const query = trpc.payments.account.useQuery()
  if (query.data === undefined)
    return <Unanswered query={query} loading={<Skeletons layout="rows" height={64} />} />
  return <AccountCard state={query.data} twoFactor={settings.security.two_factor} />
}
