import { Skeletons } from '#client/components/data-list.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { DefaultsCard } from './defaults-card.tsx'
import { MailTextsCard } from './mail-texts-card.tsx'
import { NumberingCard } from './numbering-card.tsx'
import { ProductsCard } from './products-card.tsx'

/** How new invoices begin, are numbered and mailed. */
export function InvoicingSection() {
  const query = trpc.billing.profile.useQuery()
  const { data: profile } = query
  if (profile === undefined) {
    return <Unanswered query={query} loading={<Skeletons layout="rows" height={64} />} />
  }
  return (
    <>
      <DefaultsCard profile={profile} />
      <NumberingCard />
      <ProductsCard rates={profile.tax_rates} />
      <MailTextsCard />
    </>
  )
}
