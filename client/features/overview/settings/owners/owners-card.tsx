import { Skeletons } from '#client/components/lists/data-list.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useUser } from '#client/lib/session/session.ts'
import classes from '../section/settings.module.css'
import { OwnerRow } from './owner-row.tsx'

/** Everyone who owns the agency, and actions on the other owners. */
export function OwnersCard({ twoFactor }: { twoFactor: boolean }) {
  const { user_id, viewing_as } = useUser()
  const query = trpc.owners.list.useQuery()
  const { data } = query
  const isPrimary = data?.some((owner) => owner.primary && owner.user_id === user_id) ?? false
  return (
    <SettingsCard
      title="Owners"
      description="Owners can see and change everything in the agency. The agency belongs to the primary owner, who pays for its plan."
    >
      {data === undefined && <QueryState query={query} loading={<Skeletons layout="rows" height={44} />} />}
      {data !== undefined && (
        <ul className={classes.rows} aria-label="Owners">
          {data.map((owner) => (
            <OwnerRow
              key={owner.user_id}
              owner={owner}
              self={owner.user_id === user_id}
              recoverable={!viewing_as && owner.user_id !== user_id}
              changeable={!viewing_as && !owner.primary}
              mayHandOver={isPrimary && !owner.disabled}
              twoFactor={twoFactor}
            />
          ))}
        </ul>
      )}
    </SettingsCard>
  )
}
