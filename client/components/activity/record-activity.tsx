import { Skeletons } from '#client/components/lists/data-list.tsx'
import { ShowMore } from '#client/components/lists/show-more.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { byCursor, type Inputs, trpc } from '#client/lib/queries/trpc.ts'
import { ActivityRows } from './activity-rows.tsx'

interface RecordActivityProps {
  /** The record whose history is shown. */
  of: Pick<Inputs['activity']['list'], 'client_id' | 'invoice_id' | 'project_id' | 'task_id'>
  /** The empty state's text. */
  emptyMessage: string
}

const ROW_HEIGHT = 60

/** The history of one client, project, task or invoice, in its drawer. */
export function RecordActivity({ of, emptyMessage }: RecordActivityProps) {
  const list = trpc.activity.list.useInfiniteQuery(of, byCursor)
  if (list.data === undefined)
    return <QueryState query={list} loading={<Skeletons layout="rows" height={ROW_HEIGHT} />} />
  const entries = list.data.pages.flatMap((page) => page.items)
  if (entries.length === 0)
    return <EmptyState drawing="clock" title="No activity yet" message={emptyMessage} />
  const about = of.client_id ?? of.invoice_id ?? of.project_id ?? of.task_id ?? undefined
  return (
    <>
      <ActivityRows label="Activity" entries={entries} about={about} />
      <ShowMore query={list} />
    </>
  )
}
