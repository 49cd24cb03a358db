import { Skeletons } from '#client/components/data-list.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { BankCard } from './bank-card.tsx'
import { CompanyCard } from './company-card.tsx'
import { TaxRatesCard } from './tax-rates-card.tsx'

/** What documents say of the agency. */
export function BillingSection() {
  const query = trpc.billing.profile.useQuery()
  const { data: profile } = query
  if (profile === undefined) {
    return <Unanswered query={query} loading={<Skeletons layout="rows" height={64} />} />
  }
  return (
    <>
      <CompanyCard profile={profile} />
      <BankCard profile={profile} />
      <TaxRatesCard profile={profile} />
    </>
  )
}
