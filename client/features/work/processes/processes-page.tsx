import { Button, Group, SegmentedControl, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { Page } from '#client/components/page.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import type { ProcessDetails } from '#shared/work/processes.ts'
import { ProcessList } from './process-list.tsx'
import { processSearch } from './process-search.ts'
import { RunList } from './run-list.tsx'
import { useProcessRights } from './use-process-rights.ts'

const EditDialog = lazyLayer(() => import('#client/components/forms/edit-dialog.tsx'), 'EditDialog')
const ProcessDialog = lazyLayer(() => import('./process-dialog.tsx'), 'ProcessDialog')
const ProcessDrawer = lazyLayer(() => import('./process-drawer.tsx'), 'ProcessDrawer')
const RunDrawer = lazyLayer(() => import('./run-drawer.tsx'), 'RunDrawer')
const StartDialog = lazyLayer(() => import('./start-dialog.tsx'), 'StartDialog')

export function ProcessesPage() {
  const [search, setSearch] = useSearchState(processSearch)
  const rights = useProcessRights()
  const closeEdit = () => setSearch({ edit: null })
  const closeStart = () => setSearch({ start: null })
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
      {search.edit === 'new' && <ProcessDialog process={null} onClose={closeEdit} />}
      {search.edit !== null && search.edit !== 'new' && (
        <WithProcess key={search.edit} title="Edit Process" id={search.edit} onClose={closeEdit}>
          {(process) => <ProcessDialog process={process} onClose={closeEdit} />}
        </WithProcess>
      )}
      {search.start !== null && (
        <WithProcess key={search.start} title="Start Process" id={search.start} onClose={closeStart}>
          {(process) => (
            <StartDialog
              process={process}
              onClose={closeStart}
              onStarted={(run) => setSearch({ start: null, runs: 'active', run })}
            />
          )}
        </WithProcess>
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

interface WithProcessProps {
  title: string
  id: string
  onClose: () => void
  children: (process: ProcessDetails) => ReactNode
}

function WithProcess({ id, ...dialog }: WithProcessProps) {
  const process = trpc.processes.get.useQuery({ id }, { staleTime: 0 })
  return <EditDialog query={process} {...dialog} />
}
