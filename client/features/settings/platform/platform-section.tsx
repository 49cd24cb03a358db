import { Skeletons } from '#client/components/data-list.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { trpc } from '#client/lib/trpc.ts'
import type { SectionProps } from '../section/section-props.ts'
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
    return <Unanswered query={query} loading={<Skeletons layout="rows" height={64} />} />
  return (
    <>
      <PlatformCard platform={data} />
      <PaymentsCard />
      <MailCard mail={data.mail} />
      <BackupsCard encrypted={data.backups_encrypted} twoFactor={settings.security.two_factor} />
      <ExchangeRatesCard />
      <BooksCard />
    </>
  )
}
