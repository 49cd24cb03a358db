import { Text } from '@mantine/core'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { SettingsCard } from '#client/components/settings/settings-card.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { BOOK_DIFFERENCES, type BookDifferenceDto } from '#shared/overview/platform.ts'
import classes from '../section/settings.module.css'

/** The results of the nightly ledger check. */
export function BooksCard() {
  const query = trpc.platform.bookDifferences.useQuery()
  const { data } = query
  return (
    <SettingsCard
      title="Books"
      description="Each night the ledger, payments and documents of every agency are compared."
    >
      {data === undefined && <QueryState query={query} loading={<Skeletons layout="rows" height={44} />} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          No differences.
        </Text>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className={classes.rows} aria-label="Differences">
          {data.map((difference) => (
            <Difference
              key={`${difference.agency_id} ${difference.kind} ${difference.subject}`}
              of={difference}
            />
          ))}
        </ul>
      )}
    </SettingsCard>
  )
}

function Difference({ of: { agency_name, kind, details, found_at } }: { of: BookDifferenceDto }) {
  const name = BOOK_DIFFERENCES[kind as keyof typeof BOOK_DIFFERENCES] ?? kind
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Text size="sm" fw={500}>
          {agency_name}
        </Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {details}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {name}
          {' · '}
          <RelativeTime instant={found_at} />
        </Text>
      </div>
    </li>
  )
}
