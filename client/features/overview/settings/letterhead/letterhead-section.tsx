import { Skeletons } from '#client/components/lists/data-list.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import type { SectionProps } from '../section/section-props.ts'
import { BankCard } from './bank-card.tsx'
import { CompanyCard } from './company-card.tsx'
import { TaxRatesCard } from './tax-rates-card.tsx'

/** The agency's details on documents. */
export function LetterheadSection({ settings }: SectionProps) {
  const query = trpc.letterhead.profile.useQuery()
  const { data: profile } = query
  if (profile === undefined) {
    return <QueryState query={query} loading={<Skeletons layout="rows" height={64} />} />
  }
  return (
    <>
      <CompanyCard profile={profile} />
      <BankCard profile={profile} twoFactor={settings.security.two_factor} />
      <TaxRatesCard profile={profile} />
    </>
  )
}
