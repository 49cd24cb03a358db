import { Skeletons } from '#client/components/lists/data-list.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import type { SectionProps } from '../section/section-props.ts'
import { AccountCard } from './account-card.tsx'

/** Where the agency's client payments go. */
export function PaymentsSection({ settings }: SectionProps) {
  const query = trpc.payments.account.useQuery()
  if (query.data === undefined)
    return <QueryState query={query} loading={<Skeletons layout="rows" height={64} />} />
  return <AccountCard state={query.data} twoFactor={settings.security.two_factor} />
}
