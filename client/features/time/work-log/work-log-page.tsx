import { Button, Tabs } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { Page } from '#client/components/page.tsx'
import { ReadOnly } from '#client/components/states/read-only.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import { useShortcuts } from '#client/lib/shortcuts.ts'
import { firstWhose, type Whose } from '#shared/time/screens/work-log.ts'
import { useTimer } from '../../../lib/timer/timer.ts'
import { continuedWork } from '../../../lib/timer/work-of.ts'
import { EntriesView } from './entries/entries-view.tsx'
import { ActiveTimer } from './timer/active-timer.tsx'
import { TimesheetsView } from './weeks/timesheets-view.tsx'
import classes from './work-log.module.css'
import { workLogSearch } from './work-log-search.ts'
import { WorkLogTiles } from './work-log-tiles.tsx'

const EditDialog = lazyLayer(() => import('#client/components/forms/edit-dialog.tsx'), 'EditDialog')
const EntryDialog = lazyLayer(() => import('./entries/entry-dialog.tsx'), 'EntryDialog')
const TimesheetDrawer = lazyLayer(() => import('./weeks/timesheet-drawer.tsx'), 'TimesheetDrawer')
const WeekView = lazyLayer(() => import('./weeks/week-view.tsx'), 'WeekView')

export function WorkLogPage() {
  const [search, setSearch] = useSearchState(workLogSearch)
  const clock = useTimer()
  const utils = trpc.useUtils()
  const submitsWeeks = useCan('timesheet.own')
  const teamLabel = useCan('timesheet.review') ? 'Team' : submitsWeeks ? null : 'Projects'
  const { from, to, project, person, billable } = search
  const sharedFirst = firstWhose(useUser().role) === 'agency'
  const firstTab = sharedFirst ? 'team' : 'entries'

  const writes = useCan('work-log.own')
  const newEntry = () => writes && setSearch({ dialog: 'entry' }, 'push')
  const continueLast = async () => {
    if (writes && clock.timer?.state === 'paused') return clock.resume()
    if (clock.timer != null || !writes) return
    const [last] = (await utils.workLog.list.fetch({ limit: 1 })).items
    clock.start(last && continuedWork(last))
  }
  useStartFromAddress(clock)
  useShortcuts({ n: newEntry, r: () => void continueLast() })
  const entries = (whose: Whose) => (
    <EntriesView
      whose={whose}
      filters={{ from, to, project, person, billable }}
      onFilters={setSearch}
      clock={clock}
      onNew={newEntry}
      onEdit={(entry) => setSearch({ entry: entry.id }, 'push')}
    />
  )
  const own = (
    <>
      <ReadOnly>
        <ActiveTimer clock={clock} />
      </ReadOnly>
      <WorkLogTiles running={clock.timer?.state === 'running'} />
    </>
  )
  return (
    <Page
      title="Work Log"
      actions={
        writes && (
          <Button
            variant={clock.timer == null ? 'default' : 'filled'}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={newEntry}
          >
            New Entry
          </Button>
        )
      }
    >
      {!sharedFirst && own}
      <Tabs
        value={search.tab ?? firstTab}
        onChange={(next) => setSearch({ tab: next === firstTab ? null : workLogSearch.params.tab(next) })}
      >
        <Tabs.List mb="md">
          {sharedFirst && <Tabs.Tab value="team">{teamLabel}</Tabs.Tab>}
          <Tabs.Tab value="entries">Entries</Tabs.Tab>
          <Tabs.Tab value="week">Week</Tabs.Tab>
          {teamLabel !== null && !sharedFirst && <Tabs.Tab value="team">{teamLabel}</Tabs.Tab>}
          {submitsWeeks && <Tabs.Tab value="timesheets">Timesheets</Tabs.Tab>}
        </Tabs.List>
        <TabPanel value="entries">{entries('own')}</TabPanel>
        <TabPanel value="week">
          <WeekView date={search.week} onDate={(week) => setSearch({ week })} />
        </TabPanel>
        {teamLabel !== null && <TabPanel value="team">{entries('agency')}</TabPanel>}
        {submitsWeeks && (
          <TabPanel value="timesheets">
            <TimesheetsView status={search.status} onStatus={(status) => setSearch({ status })} />
          </TabPanel>
        )}
      </Tabs>
      {sharedFirst && own}
      {search.dialog === 'entry' && (
        <EntryDialog entry={null} date={from} onClose={() => setSearch({ dialog: null })} />
      )}
      {search.entry !== null && (
        <EditEntry key={search.entry} id={search.entry} onClose={() => setSearch({ entry: null })} />
      )}
      {submitsWeeks && (
        <TimesheetDrawer id={search.timesheet} onClose={() => setSearch({ timesheet: null })} />
      )}
    </Page>
  )
}

function EditEntry({ id, onClose }: { id: string; onClose: () => void }) {
  const entry = trpc.workLog.get.useQuery({ id }, { staleTime: 0 })
  return (
    <EditDialog title="Edit Entry" query={entry} onClose={onClose}>
      {(loaded) => <EntryDialog entry={loaded} onClose={onClose} />}
    </EditDialog>
  )
}

/** The palette's command sets a URL parameter: the timer starts once, unless one is already running. */
function useStartFromAddress({ timer, start }: ReturnType<typeof useTimer>) {
  const [{ dialog }, setSearch] = useSearchState(workLogSearch)
  const isRequested = dialog === 'timer' && timer !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once for each request
  useEffect(() => {
    if (!isRequested) return
    setSearch({ dialog: null })
    if (timer === null) start()
  }, [isRequested])
}

function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Panel value={value} className={classes.panel}>
      {children}
    </Tabs.Panel>
  )
}
