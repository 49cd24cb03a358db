import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { formatNumber } from '#shared/base/format.ts'
import { IMPORT_SOURCE_LABELS, type ImportStatus } from '#shared/overview/imports.ts'
import type { ImportDetailsDto } from '#shared/overview/schemas/imports.ts'
import { ImportDone } from './import-done.tsx'
import { ImportSteps } from './import-steps.tsx'
import classes from './imports.module.css'
import { PaidUntil } from './paid-until.tsx'
import { useFocusOnChange } from './use-focus-on-change.ts'

const UNDER_WAY: readonly ImportStatus[] = ['reading', 'queued', 'running', 'undoing']
/** Live updates announce every batch; polling covers clients whose stream is interrupted. */
const ASK_AGAIN_MS = 5000

/** One import, in whichever step it is. */
export function ImportView({ id, onClose }: { id: string; onClose: () => void }) {
  const query = trpc.imports.get.useQuery(
    { id },
    {
      refetchInterval: ({ state }) =>
        state.data !== undefined && UNDER_WAY.includes(state.data.status) ? ASK_AGAIN_MS : false,
    },
  )
  const { data } = query
  const view = useFocusOnChange<HTMLDivElement>(data === undefined ? null : shownFor(data.status))
  return (
    <div ref={view} tabIndex={-1} className={classes.stack}>
      <Group gap="xs" justify="space-between">
        <Text size="sm" className={classes.what}>
          {data !== undefined && `${data.file_name} from ${IMPORT_SOURCE_LABELS[data.source]}`}
        </Text>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowLeft size={14} aria-hidden />}
          onClick={onClose}
        >
          All imports
        </Button>
      </Group>
      {data === undefined ? (
        <QueryState query={query} loading={<Skeletons layout="rows" height={64} />} />
      ) : (
        <Standing item={data} onClose={onClose} />
      )}
    </div>
  )
}

function shownFor(status: ImportStatus): string {
  if (UNDER_WAY.includes(status)) return 'progress'
  return status === 'done' || status === 'undone' ? status : 'steps'
}

function Standing({ item, onClose }: { item: ImportDetailsDto; onClose: () => void }) {
  if (UNDER_WAY.includes(item.status)) return <UnderWay item={item} />
  if (item.status === 'done' || item.status === 'undone') return <ImportDone item={item} />
  return (
    <>
      {item.failure !== null && (
        <Alert color="red" role="alert">
          {item.failure}
        </Alert>
      )}
      {item.status === 'failed' && <PaidUntil item={item} />}
      <ImportSteps item={item} onDiscarded={onClose} />
    </>
  )
}

function UnderWay({ item }: { item: ImportDetailsDto }) {
  const percent = item.total === 0 ? 0 : Math.min(100, Math.round((item.done / item.total) * 100))
  const rows = `${formatNumber(item.done)} of ${formatNumber(item.total)} rows`
  return (
    <>
      <Text role="status">
        {item.status === 'undoing' ? 'Undoing' : item.status === 'running' ? 'Importing' : 'Waiting'}: {rows}
      </Text>
      <Progress value={percent} aria-label="Progress" />
      <Text size="sm" c="dimmed">
        You can leave this page. We’ll notify you when it’s done.
      </Text>
    </>
  )
}
