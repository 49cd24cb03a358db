import { Link } from '@tanstack/react-router'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { Columns } from '#client/components/lists/columns.tsx'
import { StatTile, StatTiles } from '#client/components/marks/stat-tile.tsx'
import { Page } from '#client/components/page.tsx'
import { Section } from '#client/components/records/detail-parts.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan, useViewing } from '#client/lib/session/session.ts'
import type { QuickTaskView } from '#shared/work/quick-tasks.ts'
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
  if (useViewing()) return <PrivateTasks />
  return (
    <Page title="Quick Tasks">
      <AddLine />
      <Counters />
      <Columns
        main={
          view === null ? (
            <>
              <Section title={TITLES.today}>
                <TodayList />
              </Section>
              <Section title={TITLES.upcoming}>
                <QuickTaskList view="upcoming" label={TITLES.upcoming} />
              </Section>
            </>
          ) : (
            <Section
              title={TITLES[view]}
              action={
                <Link to="/quicks" className={classes.all}>
                  Show all open tasks
                </Link>
              }
            >
              <QuickTaskList key={view} view={view} label={TITLES[view]} />
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

/** Replaces the owner's tasks while a platform administrator views their agency. */
const PrivateTasks = () => (
  <Page title="Quick Tasks">
    <EmptyState
      drawing="checklist"
      title="Quick tasks are private"
      message="You can’t see the owner’s quick tasks while you’re viewing their agency."
    />
  </Page>
)

function Counters() {
  const { data } = trpc.quickTasks.counters.useQuery()
  return (
    <StatTiles strip>
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
