import { Group, Text, UnstyledButton } from '@mantine/core'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { ShowMore } from '#client/components/lists/show-more.tsx'
import { StatusBadge, type Tone } from '#client/components/marks/status-badge.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useZone } from '#client/lib/session/session.ts'
import { formatInstant } from '#client/lib/time/dates.ts'
import {
  IMPORT_SOURCE_LABELS,
  IMPORT_STATUS_LABELS,
  type ImportDto,
  type ImportStatus,
} from '#shared/overview/imports.ts'
import classes from './imports.module.css'

const TONES: Record<ImportStatus, Tone> = {
  reading: 'neutral',
  ready: 'attention',
  queued: 'info',
  running: 'info',
  done: 'good',
  undoing: 'info',
  undone: 'neutral',
  failed: 'bad',
}

/** Previous imports, newest first. */
export function ImportHistory({ onOpen }: { onOpen: (id: string) => void }) {
  const query = trpc.imports.list.useInfiniteQuery({}, byCursor)
  if (query.data === undefined) {
    return <QueryState query={query} loading={<Skeletons layout="rows" height={52} />} />
  }
  const items = query.data.pages.flatMap((page) => page.items)
  if (items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Files you import appear here with their results.
      </Text>
    )
  }
  return (
    <>
      <ul className={classes.rows} aria-label="Imports">
        {items.map((item) => (
          <li key={item.id} className={classes.row}>
            <HistoryRow item={item} onOpen={() => onOpen(item.id)} />
          </li>
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  )
}

function HistoryRow({ item, onOpen }: { item: ImportDto; onOpen: () => void }) {
  const zone = useZone()
  return (
    <UnstyledButton className={classes.opener} onClick={onOpen}>
      <div className={classes.what}>
        <Text size="sm" fw={500}>
          {item.file_name}
        </Text>
        <Text size="xs" c="dimmed">
          {[
            IMPORT_SOURCE_LABELS[item.source],
            formatInstant(item.created_at, zone),
            item.created_by_name,
          ].join(' · ')}
        </Text>
      </div>
      <Group flex="none">
        <StatusBadge
          status={item.status}
          label={IMPORT_STATUS_LABELS[item.status]}
          tone={TONES[item.status]}
        />
      </Group>
    </UnstyledButton>
  )
}
