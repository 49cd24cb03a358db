import { Button, Title } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useCan, useUser, useZone } from '#client/lib/session/session.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatHours } from '#shared/base/format.ts'
import {
  type EntryFilterValues,
  entryListInput,
  NO_ENTRY_FILTERS,
  type Whose,
} from '#shared/time/screens/work-log.ts'
import type { TimeEntryDto } from '#shared/time/work-log.ts'
import type { useTimer } from '../../../../lib/timer/timer.ts'
import { continuedWork } from '../../../../lib/timer/work-of.ts'
import { EntryFilters } from './entry-filters.tsx'
import { EntryList } from './entry-list.tsx'

interface EntriesViewProps {
  whose: Whose
  filters: EntryFilterValues
  onFilters: (changes: Partial<EntryFilterValues>) => void
  clock: ReturnType<typeof useTimer>
  onNew: () => void
  onEdit: (entry: TimeEntryDto) => void
}

/** Recent entries: the user's own, or all they may see. */
export function EntriesView({ whose, filters, onFilters, clock, onNew, onEdit }: EntriesViewProps) {
  const zone = useZone()
  const team = whose === 'agency'
  const { agency_id } = useUser()
  const writes = useCan('work-log.own')
  const seesPeople = useCan('timesheet.review') && agency_id !== null
  const list = trpc.workLog.list.useInfiniteQuery(entryListInput(filters, whose, zone), byCursor)
  const [deleting, setDeleting] = useState<TimeEntryDto | null>(null)
  const restore = trpc.workLog.restore.useMutation({ onError: errorToast('Failed to restore the entry') })
  const remove = trpc.workLog.delete.useMutation({
    onSuccess: ({ undo }) =>
      toast({
        title: 'Entry deleted',
        action: { label: 'Undo', onClick: () => restore.mutate({ undo }) },
      }),
    onError: errorToast('Failed to delete the entry'),
  })
  return (
    <>
      <EntryFilters filters={filters} whose={whose} onChange={onFilters} byPerson={team && seesPeople} />
      <Title order={2}>Recent Entries</Title>
      <EntryList
        query={list}
        label="Recent Entries"
        showPerson={team}
        actions={{
          onEdit,
          onDelete: setDeleting,
          onContinue: (entry) => clock.start(continuedWork(entry)),
        }}
        filtered={Object.values(filters).some((value) => value !== null)}
        onClearFilters={() => onFilters(NO_ENTRY_FILTERS)}
        empty={
          <EmptyState
            drawing="clock"
            title="No entries yet"
            message={
              team
                ? 'Time logged on projects appears here.'
                : 'Start the timer or add the time you’ve worked.'
            }
            action={team || !writes ? undefined : <Button onClick={onNew}>New Entry</Button>}
          />
        }
      />
      <ConfirmDialog
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        title="Delete entry"
        message={`${formatHours(deleting?.duration_seconds ?? 0)} will be removed from your work log.`}
        confirmLabel="Delete entry"
        destructive
        onConfirm={() => remove.mutateAsync({ id: deleting?.id ?? '' })}
      />
    </>
  )
}
