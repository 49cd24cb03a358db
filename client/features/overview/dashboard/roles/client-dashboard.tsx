import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Suspense } from 'react'
import { lazyLayer } from '#client/components/dialogs/lazy-layer.tsx'
import { Columns } from '#client/components/lists/columns.tsx'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { StatTile, StatTiles } from '#client/components/marks/stat-tile.tsx'
import { Page } from '#client/components/page.tsx'
import { Section } from '#client/components/records/detail-parts.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { ErrorState } from '#client/components/states/error-state.tsx'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { formatAmounts } from '#shared/base/amounts/money.ts'
import type { ClientDashboard as ClientFigures } from '#shared/overview/dashboard.ts'
import type { ProjectDto } from '#shared/work/projects.ts'
import { ActivityFeed } from '../../../../components/activity/activity-feed.tsx'
import { useCharts } from '../charts/use-charts.ts'
import classes from '../dashboard.module.css'
import { AllLink } from '../panel.tsx'
import { FirstSteps } from '../start/first-steps.tsx'
import { useDashboard } from '../use-dashboard.ts'
import { useDashboardDialog } from '../use-dashboard-dialog.ts'
import { ClientProject } from './client-project.tsx'
import { Waiting } from './waiting.tsx'

const ProjectPeek = lazyLayer(
  () => import('../../../work/projects/detail/project-peek.tsx'),
  'ProjectPeek',
  'peek',
)
const Charts = lazyComponent(() => import('../charts/client-charts.tsx'), 'ClientCharts')
const RecentInvoices = lazyComponent(() => import('./recent-invoices.tsx'), 'RecentInvoices')
const CARD_HEIGHT = 200

export function ClientDashboard({ title }: { title: string }) {
  const { data, error, refetch } = useDashboard('client')
  const { open } = useDashboardDialog()
  return (
    <Page
      title={title}
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('quick-task')}>
          Quick Task
        </Button>
      }
    >
      {data === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <Figures data={data} />
          <Waiting title="Waiting on you" />
          <FirstSteps />
          <Section title="Projects" action={<AllLink to="/my-projects">All projects</AllLink>}>
            {data === undefined ? (
              <Skeletons layout="grid" height={CARD_HEIGHT} />
            ) : (
              <Projects projects={data.projects} />
            )}
          </Section>
          <Columns
            main={
              <>
                <Section title="Recent invoices" action={<AllLink to="/my-invoices">All invoices</AllLink>}>
                  {data !== undefined && (
                    <Suspense fallback={<div data-coming="list" />}>
                      <RecentInvoices invoices={data.recent_invoices} />
                    </Suspense>
                  )}
                </Section>
                <Suspense fallback={<div data-coming="list" />}>
                  <Charts />
                </Suspense>
              </>
            }
            side={
              <Section title="Recent activity">
                <ActivityFeed />
              </Section>
            }
          />
        </>
      )}
      <ProjectPeek />
    </Page>
  )
}

function Figures({ data }: { data: ClientFigures | undefined }) {
  const pending = data?.pending_invoices
  const trends = useCharts('client').data?.trends
  return (
    <StatTiles strip>
      <StatTile
        label="Active Projects"
        value={data?.active_projects}
        to="/my-projects"
        search={{ active: true }}
      />
      <StatTile
        label="Pending Invoices"
        value={pending?.count}
        trend={trends?.pending_invoices}
        hint={pending && `${formatAmounts(pending.amounts) ?? 'Nothing'} to pay`}
        to="/my-invoices"
        search={{ status: 'open' }}
      />
      <StatTile label="Unread Messages" value={data?.unread_messages} to="/messages" />
    </StatTiles>
  )
}

function Projects({ projects }: { projects: ProjectDto[] }) {
  if (projects.length === 0) {
    return (
      <EmptyState
        drawing="folder"
        title="No projects yet"
        message="Projects your agency creates for you appear here."
      />
    )
  }
  return (
    <ul className={classes.projects} aria-label="Projects">
      {projects.map((project) => (
        <li key={project.id}>
          <ClientProject project={project} />
        </li>
      ))}
    </ul>
  )
}
