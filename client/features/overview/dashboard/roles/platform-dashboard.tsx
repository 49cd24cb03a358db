import { Button } from '@mantine/core'
import { IconBuildings, IconPackage, IconPlus, IconSettings } from '@tabler/icons-react'
import { Link, linkOptions } from '@tanstack/react-router'
import { Columns } from '#client/components/lists/columns.tsx'
import { StatTile, StatTiles } from '#client/components/marks/stat-tile.tsx'
import { Page } from '#client/components/page.tsx'
import { Section } from '#client/components/records/detail-parts.tsx'
import { ErrorState } from '#client/components/states/error-state.tsx'
import { formatCard } from '#shared/base/amounts/money.ts'
import { formatFixed } from '#shared/base/format.ts'
import { ActivityFeed } from '../../../../components/activity/activity-feed.tsx'
import { otherRevenue } from '../../platform/agencies/other-revenue.ts'
import { changeLabel } from '../change-label.ts'
import { useCharts } from '../charts/use-charts.ts'
import { QuickActions } from '../panel.tsx'
import { useDashboard } from '../use-dashboard.ts'
import { useDashboardDialog } from '../use-dashboard-dialog.ts'

export function PlatformDashboard({ title }: { title: string }) {
  const { open } = useDashboardDialog()
  return (
    <Page
      title={title}
      actions={
        <>
          <Button variant="default" onClick={() => open('quick-task')}>
            Quick Task
          </Button>
          <Button variant="default" renderRoot={(props) => <Link to="/accounts" {...props} />}>
            View Reports
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('agency')}>
            Add Agency
          </Button>
        </>
      }
    >
      <Figures />
      <Columns
        main={
          <Section title="Recent activity">
            <ActivityFeed />
          </Section>
        }
        side={
          <QuickActions
            title="Quick actions"
            actions={[
              { label: 'Manage agencies', icon: IconBuildings, link: linkOptions({ to: '/agencies' }) },
              { label: 'Subscription packages', icon: IconPackage, link: linkOptions({ to: '/packages' }) },
              { label: 'Platform settings', icon: IconSettings, link: linkOptions({ to: '/settings' }) },
            ]}
          />
        }
      />
    </Page>
  )
}

function Figures() {
  const { data, error, refetch } = useDashboard('super_admin')
  const trends = useCharts('super_admin').data?.trends
  if (data === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  const growth = data?.growth_rate.value
  return (
    <StatTiles strip>
      <StatTile
        label="Total agencies"
        value={data?.total_agencies.value}
        hint={data && changeLabel(data.total_agencies)}
        trend={trends?.total_agencies}
        to="/agencies"
      />
      <StatTile
        label="Active users"
        value={data?.active_users.value}
        hint={data && changeLabel(data.active_users)}
        trend={trends?.active_users}
        to="/agencies"
      />
      <StatTile
        label="Monthly revenue"
        value={data && formatCard(data.monthly_revenue.value, data.currency)}
        hint={data && (otherRevenue(data.other_revenue) ?? changeLabel(data.monthly_revenue))}
        trend={trends?.monthly_revenue}
        to="/agencies"
        search={{ sort: 'revenue' }}
      />
      <StatTile
        label="Growth rate"
        value={data && (growth == null ? '–%' : `${formatFixed(growth, 1)}%`)}
        hint={data && changeLabel(data.growth_rate)}
        trend={trends?.growth_rate}
        to="/agencies"
        search={{ sort: 'revenue' }}
      />
    </StatTiles>
  )
}
