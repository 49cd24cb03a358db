import { Skeletons } from '#client/components/lists/data-list.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import type { SectionProps } from '../section/section-props.ts'
import { AddressCard } from './address-card.tsx'
import { BackupsCard } from './backups-card.tsx'
import { BooksCard } from './books-card.tsx'
import { ExchangeRatesCard } from './exchange-rates-card.tsx'
import { MailCard } from './mail-card.tsx'
import { PaymentsCard } from './payments-card.tsx'
import { PlatformCard } from './platform-card.tsx'

/** Settings and records of the whole installation, for its administrator. */
export function PlatformSection({ settings }: SectionProps) {
  const query = trpc.platform.settings.useQuery()
  const { data } = query
  if (data === undefined)
    return <QueryState query={query} loading={<Skeletons layout="rows" height={64} />} />
  return (
    <>
      <AddressCard />
      <PlatformCard platform={data} />
      <PaymentsCard twoFactor={settings.security.two_factor} />
      <MailCard mail={data.mail} />
      <BackupsCard encrypted={data.backups_encrypted} twoFactor={settings.security.two_factor} />
      <ExchangeRatesCard />
      <BooksCard />
    </>
  )
}
