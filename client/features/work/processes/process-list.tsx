import { Button, Group, Menu, Switch, Text } from '@mantine/core'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { DataList } from '#client/components/lists/data-list.tsx'
import { FilterBar, SearchField } from '#client/components/lists/filter-bar.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { CardFact, RecordCard } from '#client/components/records/record-card.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatCount } from '#shared/base/format.ts'
import { formatProcessDuration, PROCESS_STATUS_LABELS, type ProcessDto } from '#shared/work/processes.ts'
import classes from './processes.module.css'
import { useProcessRights } from './use-process-rights.ts'

interface ProcessActions {
  onEdit: (id: string) => void
  onStart: (id: string) => void
}

interface ProcessListProps extends ProcessActions {
  filters: { search: string; archived: boolean }
  onFilters: (changes: { search?: string; archived?: boolean }) => void
}

export function ProcessList({ filters, onFilters, ...actions }: ProcessListProps) {
  const { write } = useProcessRights()
  const { archived, search: name } = filters
  const isShown = ({ archived_at }: ProcessDto) => (archived_at !== null) === archived
  const find = name === '' ? {} : { search: name }
  const query = trpc.processes.list.useQuery(
    { archived, ...find },
    // Active processes must not appear as archived until the answer, nor the other way round.
    { placeholderData: (old) => (old?.length && old.every(isShown) ? old : undefined) },
  )
  const list = {
    ...query,
    data: query.data && { pages: [{ items: query.data, nextCursor: null }] },
    hasNextPage: false,
    isFetchingNextPage: false,
    fetchNextPage: () => undefined,
  }
  return (
    <>
      <FilterBar>
        <SearchField label="Search processes" value={name} onChange={(search) => onFilters({ search })} />
        {write && (
          <Switch
            label="Show archived"
            checked={archived}
            onChange={(event) => onFilters({ archived: event.currentTarget.checked })}
          />
        )}
      </FilterBar>
      <DataList
        query={list}
        label="Processes"
        itemKey={(process) => process.id}
        itemHeight={190}
        renderItem={(process) => <ProcessCard process={process} {...actions} />}
        filtered={archived || name !== ''}
        noMatchTitle={name === '' ? 'No archived processes' : 'No processes found'}
        onClearFilters={() => onFilters({ search: '', archived: false })}
        empty={
          <EmptyState
            drawing="checklist"
            title="No processes yet"
            message="Define the steps of recurring work, then start it for a project or client."
          />
        }
      />
    </>
  )
}

function ProcessCard({ process, onEdit, onStart }: ProcessActions & { process: ProcessDto }) {
  const rights = useProcessRights()
  const startable = rights.run && process.status !== 'draft' && process.archived_at === null
  return (
    <RecordCard
      title={process.name}
      subtitle={process.agency_name ?? 'Sample process'}
      opens={{ process: process.id }}
      menu={
        <Group gap="xs" wrap="nowrap">
          <StatusBadge status={process.status} label={PROCESS_STATUS_LABELS[process.status]} />
          {rights.write && <ProcessMenu process={process} onEdit={onEdit} />}
        </Group>
      }
    >
      <Text size="sm" c="dimmed">
        <span>{formatCount(process.step_count, 'step')}</span>
        {' · '}
        <span>{formatProcessDuration(process.duration_days)}</span>
      </Text>
      <div>
        <CardFact label="Success rate">
          {process.success_rate === null ? 'No runs yet' : `${process.success_rate}%`}
        </CardFact>
      </div>
      {startable && (
        <div className={classes.start}>
          <Button variant="default" onClick={() => onStart(process.id)}>
            Start Process
          </Button>
        </div>
      )}
    </RecordCard>
  )
}

function ProcessMenu({ process, onEdit }: { process: ProcessDto; onEdit: (id: string) => void }) {
  const duplicate = trpc.processes.duplicate.useMutation({
    onSuccess: (copy) => {
      toast({ title: 'Process duplicated', message: `"${copy.name}" has been saved as a draft.` })
      onEdit(copy.id)
    },
    onError: errorToast('Failed to duplicate the process'),
  })
  const archive = trpc.processes.setArchived.useMutation({
    onSuccess: (_data, { archived }) =>
      toast({
        title: archived ? 'Process archived' : 'Process restored',
        action: archived
          ? { label: 'Undo', onClick: () => archive.mutate({ id: process.id, archived: false }) }
          : undefined,
      }),
    onError: errorToast('Failed to archive the process'),
  })
  const archived = process.archived_at !== null
  return (
    <ActionMenu label={process.name}>
      {process.can_edit && !archived && <Menu.Item onClick={() => onEdit(process.id)}>Edit</Menu.Item>}
      <Menu.Item onClick={() => duplicate.mutate({ id: process.id })}>Duplicate</Menu.Item>
      {process.can_edit && (
        <Menu.Item onClick={() => archive.mutate({ id: process.id, archived: !archived })}>
          {archived ? 'Restore' : 'Archive'}
        </Menu.Item>
      )}
    </ActionMenu>
  )
}
