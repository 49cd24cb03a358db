import { Button } from '@mantine/core'
import {
  IconBuildingPlus,
  IconCalendar,
  IconFileInvoice,
  IconFolderPlus,
  IconListCheck,
  IconMessage,
  IconPlus,
  IconRoute,
  IconSettings,
} from '@tabler/icons-react'
import { Link, linkOptions } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Columns } from '#client/components/lists/columns.tsx'
import { StatTile, StatTiles } from '#client/components/marks/stat-tile.tsx'
import { Page } from '#client/components/page.tsx'
import { Section } from '#client/components/records/detail-parts.tsx'
import { StoppedWork } from '#client/components/records/stopped-work.tsx'
import { ErrorState } from '#client/components/states/error-state.tsx'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { useUser } from '#client/lib/session/session.ts'
import { formatCard } from '#shared/base/amounts/money.ts'
import { ActivityFeed } from '../../../../components/activity/activity-feed.tsx'
import { changeLabel } from '../change-label.ts'
import { useCharts } from '../charts/use-charts.ts'
import { QuickActions } from '../panel.tsx'
import { FirstSteps } from '../start/first-steps.tsx'
import { useDashboard } from '../use-dashboard.ts'
import { useDashboardDialog } from '../use-dashboard-dialog.ts'
import { Waiting } from './waiting.tsx'

const MainCharts = lazyComponent(() => import('../charts/agency-charts.tsx'), 'AgencyMainCharts')
const SideCharts = lazyComponent(() => import('../charts/agency-charts.tsx'), 'AgencySideCharts')

export function AgencyDashboard({ title }: { title: string }) {
  const { data, error, refetch } = useDashboard('agency_admin')
  const trends = useCharts('agency_admin').data?.trends
  const { open } = useDashboardDialog()
  // Create actions are hidden while the agency is viewed read-only.
  const { agency_id, viewing_as } = useUser()
  const inAgency = agency_id !== null && !viewing_as
  return (
    <Page
      title={title}
      actions={
        <>
          <Button variant="default" renderRoot={(props) => <Link to="/accounts" {...props} />}>
            View Reports
          </Button>
          {inAgency && (
            <>
              <Button variant="default" onClick={() => open('task')}>
                Create Task
              </Button>
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('project')}>
                New Project
              </Button>
            </>
          )}
        </>
      }
    >
      {data === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <StatTiles strip>
          <StatTile
            label="Active Projects"
            value={data?.active_projects}
            to="/projects"
            search={{ active: true }}
          />
          <StatTile
            label="Total Clients"
            value={data?.total_clients.value}
            hint={data && changeLabel(data.total_clients)}
            trend={trends?.total_clients}
            to="/clients"
          />
          <StatTile
            label="Monthly Revenue"
            value={data && formatCard(data.monthly_revenue.value, data.currency)}
            hint={data && changeLabel(data.monthly_revenue)}
            trend={trends?.monthly_revenue}
            to="/accounts"
            search={{ period: 'last-30-days' }}
          />
          <StatTile
            label="Pending Tasks"
            value={data?.pending_tasks}
            trend={trends?.pending_tasks}
            to="/tasks"
            search={{ open: true }}
          />
        </StatTiles>
      )}
      {inAgency && <FirstSteps />}
      <Columns
        main={
          <>
            <StoppedWork />
            <Waiting title="Waiting on you" />
            <Suspense fallback={<div data-coming="list" />}>
              <MainCharts />
            </Suspense>
            <Section title="Recent activity">
              <ActivityFeed />
            </Section>
          </>
        }
        side={
          <>
            {inAgency && (
              <QuickActions
                title="Quick Actions"
                actions={[
                  { label: 'New Project', icon: IconFolderPlus, onClick: () => open('project') },
                  { label: 'Add Client', icon: IconBuildingPlus, onClick: () => open('client') },
                  {
                    label: 'Create Invoice',
                    icon: IconFileInvoice,
                    link: linkOptions({ to: '/payments', search: { tab: 'invoices', new: true } }),
                  },
                ]}
              />
            )}
            <Suspense fallback={<div data-coming="list" />}>
              <SideCharts />
            </Suspense>
            <QuickActions
              title="Quick Navigation"
              actions={[
                { label: 'Schedules', icon: IconCalendar, link: linkOptions({ to: '/schedules' }) },
                { label: 'Messages', icon: IconMessage, link: linkOptions({ to: '/messages' }) },
                { label: 'Quick Tasks', icon: IconListCheck, link: linkOptions({ to: '/quicks' }) },
                { label: 'Process Management', icon: IconRoute, link: linkOptions({ to: '/process' }) },
                { label: 'Settings', icon: IconSettings, link: linkOptions({ to: '/settings' }) },
              ]}
            />
          </>
        }
      />
    </Page>
  )
}
