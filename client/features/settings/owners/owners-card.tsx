import { Skeletons } from '#client/components/data-list.tsx'
import { Unanswered } from '#client/components/unanswered.tsx'
import { useUser } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import classes from '../section/settings.module.css'
import { SettingsCard } from '../section/settings-card.tsx'
import { OwnerRow } from './owner-row.tsx'

/** Everyone who owns the agency, and what the others may do about them. */
export function OwnersCard() {
  const { user_id, viewing_as } = useUser()
  const query = trpc.owners.list.useQuery()
  const { data } = query
  const isPrimary = data?.some((owner) => owner.primary && owner.user_id === user_id) ?? false
  return (
    <SettingsCard
      title="Owners"
      description="Owners see and change everything in the agency. It belongs to the primary owner, who pays for its plan."
    >
      {data === undefined && <Unanswered query={query} loading={<Skeletons layout="rows" height={44} />} />}
      {data !== undefined && (
        <ul className={classes.rows} aria-label="Owners">
          {data.map((owner) => (
            <OwnerRow
              key={owner.user_id}
              owner={owner}
              self={owner.user_id === user_id}
              changeable={!viewing_as && !owner.primary}
              mayHandOver={isPrimary && !owner.disabled}
            />
          ))}
        </ul>
      )}
    </SettingsCard>
  )
}
