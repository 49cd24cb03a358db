import { Skeletons } from '#client/components/lists/data-list.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { MailTextsCard } from '../mail-texts/mail-texts-card.tsx'
import { DefaultsCard } from './defaults-card.tsx'
import { NumberingCard } from './numbering-card.tsx'
import { ProductsCard } from './products-card.tsx'

/** Defaults, numbering and emails of new invoices. */
export function InvoicingSection() {
  const query = trpc.letterhead.profile.useQuery()
  const { data: profile } = query
  if (profile === undefined) {
    return <QueryState query={query} loading={<Skeletons layout="rows" height={64} />} />
  }
  return (
    <>
      <DefaultsCard profile={profile} />
      <NumberingCard />
      <ProductsCard profile={profile} />
      <MailTextsCard />
    </>
  )
}
