import { Button, Tabs } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useEffect } from 'react'
import { lazyLayer } from '#client/components/lazy-layer.tsx'
import { Page } from '#client/components/page.tsx'
import { ReadOnly } from '#client/components/read-only.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan, useUser } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { ActiveTimer } from './active-timer.tsx'
import { EntriesView } from './entries-view.tsx'
import { TimesheetsView } from './timesheets-view.tsx'
import { useTimer } from './use-timer.ts'
import classes from './work-log.module.css'
import { workLogSearch } from './work-log-search.ts'
import { WorkLogTiles } from './work-log-tiles.tsx'
import { workOf } from './work-of.ts'

const EntryDialog = lazyLayer(() => import('./entry-dialog.tsx'), 'EntryDialog')
const TimesheetDrawer = lazyLayer(() => import('./timesheet-drawer.tsx'), 'TimesheetDrawer')
const WeekView = lazyLayer(() => import('./week-view.tsx'), 'WeekView')

export function WorkLogPage() {
  const [search, setSearch] = useSearchState(workLogSearch)
  const clock = useTimer()
  const utils = trpc.useUtils()
  const edited = trpc.workLog.get.useQuery({ id: search.entry ?? '' }, { enabled: search.entry !== null })
  const submitsWeeks = useCan('timesheet.own')
  const teamLabel = useCan('timesheet.review') ? 'Team' : submitsWeeks ? null : 'Projects'
  const { from, to, project, person, billable } = search
  // What a client comes for are the hours shared with them; their own are private notes.
  const sharedFirst = useUser().role === 'client'
  const firstTab = sharedFirst ? 'team' : 'entries'

  const writes = useCan('work-log.own')
  const newEntry = () => writes && setSearch({ dialog: 'entry' }, 'push')
  const continueLast = async () => {
    if (writes && clock.timer?.state === 'paused') return clock.resume()
    if (clock.timer != null || !writes) return
    const [last] = (await utils.workLog.list.fetch({ limit: 1 })).items
    clock.start(last && workOf(last))
  }
  useStartFromAddress(clock)
  useHotkeys([
    ['N', newEntry],
    ['C', () => void continueLast()],
  ])
  const entries = (whose: 'own' | 'agency') => (
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
          <Button variant={clock.timer == null ? 'default' : 'filled'} onClick={newEntry}>
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
            <TimesheetsView
              status={search.status}
              onStatus={(status) => setSearch({ status })}
              onOpen={(timesheet) => setSearch({ timesheet }, 'push')}
            />
          </TabPanel>
        )}
      </Tabs>
      {sharedFirst && own}
      {search.dialog === 'entry' && (
        <EntryDialog entry={null} date={from} onClose={() => setSearch({ dialog: null })} />
      )}
      {search.entry !== null && edited.data?.id === search.entry && (
        <EntryDialog key={search.entry} entry={edited.data} onClose={() => setSearch({ entry: null })} />
      )}
      {submitsWeeks && (
        <TimesheetDrawer id={search.timesheet} onClose={() => setSearch({ timesheet: null })} />
      )}
    </Page>
  )
}

/** The palette's command names the timer in the address: it starts once, unless one runs already. */
function useStartFromAddress({ timer, start }: ReturnType<typeof useTimer>) {
  const [{ dialog }, setSearch] = useSearchState(workLogSearch)
  const asked = dialog === 'timer' && timer !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time it is asked
  useEffect(() => {
    if (!asked) return
    setSearch({ dialog: null })
    if (timer === null) start()
  }, [asked])
}

function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Panel value={value} className={classes.panel}>
      {children}
    </Tabs.Panel>
  )
}
