import { Link } from '@tanstack/react-router'
import { Columns } from '#client/components/columns.tsx'
import { Section } from '#client/components/detail-parts.tsx'
import { lazyLayer } from '#client/components/lazy-layer.tsx'
import { Page } from '#client/components/page.tsx'
import { ReadOnly } from '#client/components/read-only.tsx'
import { StatTile, StatTiles } from '#client/components/stat-tile.tsx'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { QuickTaskView } from '#shared/quick-tasks.ts'
import { AddLine } from './add-line.tsx'
import { QuickTaskList, TodayList } from './quick-task-list.tsx'
import { quickTaskSearch } from './quick-task-search.ts'
import classes from './quick-tasks.module.css'
import { RecentEvents } from './recent-events.tsx'

const ConvertDialog = lazyLayer(() => import('./convert-dialog.tsx'), 'ConvertDialog')
const EditQuickTaskDialog = lazyLayer(() => import('./quick-task-dialog.tsx'), 'EditQuickTaskDialog')
const QuickTaskDialog = lazyLayer(() => import('./quick-task-dialog.tsx'), 'QuickTaskDialog')

const TITLES: Record<QuickTaskView, string> = {
  overdue: 'Overdue Tasks',
  today: "Today's Tasks",
  upcoming: 'Upcoming Tasks',
  completed: 'Completed Tasks',
}

export function QuickTasksPage() {
  const [{ view }] = useSearchState(quickTaskSearch)
  return (
    <Page title="Quick Tasks">
      <ReadOnly>
        <AddLine />
      </ReadOnly>
      <Counters />
      <Columns
        main={
          view === null ? (
            <ReadOnly>
              <Section title={TITLES.today}>
                <TodayList />
              </Section>
              <Section title={TITLES.upcoming}>
                <QuickTaskList view="upcoming" label={TITLES.upcoming} />
              </Section>
            </ReadOnly>
          ) : (
            <Section
              title={TITLES[view]}
              action={
                <Link to="/quicks" className={classes.all}>
                  Show all open tasks
                </Link>
              }
            >
              <ReadOnly>
                <QuickTaskList key={view} view={view} label={TITLES[view]} />
              </ReadOnly>
            </Section>
          )
        }
        side={
          <Section title="Recent activity">
            <RecentEvents />
          </Section>
        }
      />
      <Dialogs />
    </Page>
  )
}

function Counters() {
  const { data } = trpc.quickTasks.counters.useQuery()
  return (
    <StatTiles>
      <StatTile label="Pending" value={data?.pending} to="/quicks" />
      <StatTile label="Completed" value={data?.completed} to="/quicks" search={{ view: 'completed' }} />
      <StatTile label="Overdue" value={data?.overdue} to="/quicks" search={{ view: 'overdue' }} />
      <StatTile label="Today" value={data?.today} to="/quicks" search={{ view: 'today' }} />
    </StatTiles>
  )
}

function Dialogs() {
  const [search, setSearch] = useSearchState(quickTaskSearch)
  const mayConvert = useCan('task.write')
  return (
    <>
      {search.new && <QuickTaskDialog onClose={() => setSearch({ new: false })} />}
      {search.task !== null && (
        <EditQuickTaskDialog key={search.task} id={search.task} onClose={() => setSearch({ task: null })} />
      )}
      {mayConvert && search.convert !== null && (
        <ConvertDialog id={search.convert} onClose={() => setSearch({ convert: null })} />
      )}
    </>
  )
}
