import { Skeletons } from '#client/components/data-list.tsx'
import { ErrorState } from '#client/components/error-state.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { BackupsCard } from './backups-card.tsx'
import { JobsCard } from './jobs-card.tsx'
import { MailCard } from './mail-card.tsx'
import { PlatformCard } from './platform-card.tsx'

/** What the administrator of the whole installation decides and watches. */
export function PlatformSection() {
  const { data, error, refetch } = trpc.platform.settings.useQuery()
  if (data === undefined) {
    return error === null ? (
      <Skeletons layout="rows" height={64} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  }
  return (
    <>
      <PlatformCard platform={data} />
      <MailCard mail={data.mail} />
      <BackupsCard encrypted={data.backups_encrypted} />
      <JobsCard />
    </>
  )
}
