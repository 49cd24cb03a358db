import { Button, Group, SegmentedControl, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { Page } from '#client/components/page.tsx'
import { trpc } from '#client/lib/calls/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { ProcessList } from './process-list.tsx'
import { processSearch } from './process-search.ts'
import { RunList } from './run-list.tsx'
import { useProcessRights } from './use-process-rights.ts'

const ProcessDialog = lazyLayer(() => import('./process-dialog.tsx'), 'ProcessDialog')
const ProcessDrawer = lazyLayer(() => import('./process-drawer.tsx'), 'ProcessDrawer')
const RunDrawer = lazyLayer(() => import('./run-drawer.tsx'), 'RunDrawer')
const StartDialog = lazyLayer(() => import('./start-dialog.tsx'), 'StartDialog')

export function ProcessesPage() {
  const [search, setSearch] = useSearchState(processSearch)
  const rights = useProcessRights()
  const named = search.edit ?? search.start
  const details = trpc.processes.get.useQuery(
    { id: named ?? '' },
    { enabled: named !== null && named !== 'new' },
  )
  const chosen = details.data?.id === named ? details.data : undefined
  return (
    <Page
      title="Process Management"
      actions={
        rights.write && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setSearch({ edit: 'new' }, 'push')}
          >
            Create Process
          </Button>
        )
      }
    >
      <ProcessList
        filters={search}
        onFilters={setSearch}
        onEdit={(edit) => setSearch({ edit }, 'push')}
        onStart={(start) => setSearch({ start }, 'push')}
      />
      <Group justify="space-between">
        <Title order={2}>{search.runs === 'active' ? 'Active Processes' : 'Finished Processes'}</Title>
        <SegmentedControl
          aria-label="Run status"
          data={[
            { value: 'active', label: 'Active' },
            { value: 'finished', label: 'Finished' },
          ]}
          value={search.runs}
          onChange={(runs) => setSearch({ runs: processSearch.params.runs(runs) })}
        />
      </Group>
      <RunList status={search.runs} />
      {(search.edit === 'new' || (search.edit !== null && chosen !== undefined)) && (
        <ProcessDialog
          key={search.edit}
          process={search.edit === 'new' ? null : (chosen ?? null)}
          onClose={() => setSearch({ edit: null })}
        />
      )}
      {search.start !== null && chosen !== undefined && (
        <StartDialog
          process={chosen}
          onClose={() => setSearch({ start: null })}
          onStarted={(run) => setSearch({ start: null, runs: 'active', run })}
        />
      )}
      <ProcessDrawer
        id={search.process}
        onClose={() => setSearch({ process: null })}
        onStart={(start) => setSearch({ process: null, start })}
      />
      <RunDrawer id={search.run} onClose={() => setSearch({ run: null })} />
    </Page>
  )
}
