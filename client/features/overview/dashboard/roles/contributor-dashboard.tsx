import { Button } from '@mantine/core'
import {
  IconCalendar,
  IconChecklist,
  IconClock,
  IconHourglass,
  IconListCheck,
  IconMessage,
  IconPlayerPlay,
  IconReceipt,
  IconRoute,
} from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Columns } from '#client/components/lists/columns.tsx'
import { Skeletons } from '#client/components/lists/data-list.tsx'
import { StatTile, StatTiles } from '#client/components/marks/stat-tile.tsx'
import { Page } from '#client/components/page.tsx'
import { Section } from '#client/components/records/detail-parts.tsx'
import { ErrorState } from '#client/components/states/error-state.tsx'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { formatAmounts } from '#shared/base/amounts/money.ts'
import { formatHours } from '#shared/base/format.ts'
import { ActivityFeed } from '../../../../components/activity/activity-feed.tsx'
import { useTimer, useTracksTime } from '../../../../lib/timer/timer.ts'
import { useCharts } from '../charts/use-charts.ts'
import { AllLink, QuickActions } from '../panel.tsx'
import { FirstSteps } from '../start/first-steps.tsx'
import { useDashboard } from '../use-dashboard.ts'
import { TimerPanel } from './timer-panel.tsx'
import { TodayTasks } from './today-tasks.tsx'
import { Waiting } from './waiting.tsx'
import { WeekBreakdown } from './week-breakdown.tsx'

const MainCharts = lazyComponent(() => import('../charts/contributor-charts.tsx'), 'ContributorMainCharts')

const TASK_HEIGHT = 60

export function ContributorDashboard({ title }: { title: string }) {
  const { data, error, refetch } = useDashboard('employee')
  const trends = useCharts('employee').data?.trends
  const clock = useTimer()
  const tracksTime = useTracksTime()
  return (
    <Page
      title={title}
      actions={
        tracksTime &&
        clock.timer === null && (
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            disabled={clock.busy}
            onClick={() => clock.start()}
          >
            Clock In
          </Button>
        )
      }
    >
      {data === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <StatTiles strip>
          <StatTile
            label="My Tasks"
            value={data?.my_tasks}
            trend={trends?.my_tasks}
            to="/my-tasks"
            search={{ open: true }}
          />
          <StatTile
            label="Hours This Week"
            value={data && formatHours(data.week_seconds)}
            trend={trends?.week_seconds}
            to="/time-tracking"
            search={{ tab: 'week' }}
          />
          <StatTile
            label="Pending Payouts"
            value={data && formatAmounts(data.pending_payouts)}
            to="/payouts"
            search={{ payment: 'pending' }}
          />
        </StatTiles>
      )}
      <FirstSteps />
      <Columns
        main={
          <>
            <Waiting title="Waiting on you" />
            <Section
              title="Today's tasks"
              action={
                <AllLink to="/my-tasks" search={{ open: true }}>
                  All my tasks
                </AllLink>
              }
            >
              {data === undefined ? (
                <Skeletons layout="rows" height={TASK_HEIGHT} />
              ) : (
                <TodayTasks tasks={data.today_tasks} />
              )}
            </Section>
            <Suspense fallback={<div data-coming="list" />}>
              <MainCharts />
            </Suspense>
            <Section
              title="This week by project"
              action={
                <AllLink to="/time-tracking" search={{ tab: 'week' }}>
                  Open week
                </AllLink>
              }
            >
              {data !== undefined && <WeekBreakdown rows={data.weekly_breakdown} />}
            </Section>
          </>
        }
        side={
          <>
            <TimerPanel clock={clock} />
            <QuickActions
              title="Quick access"
              actions={[
                {
                  label: 'My tasks',
                  icon: IconChecklist,
                  link: linkOptions({ to: '/my-tasks' }),
                },
                { label: 'Time tracking', icon: IconHourglass, link: linkOptions({ to: '/time-tracking' }) },
                { label: 'Payouts', icon: IconReceipt, link: linkOptions({ to: '/payouts' }) },
                { label: 'Work log', icon: IconClock, link: linkOptions({ to: '/work-log' }) },
                { label: 'Messages', icon: IconMessage, link: linkOptions({ to: '/messages' }) },
                { label: 'Schedules', icon: IconCalendar, link: linkOptions({ to: '/schedules' }) },
                { label: 'Quick Tasks', icon: IconListCheck, link: linkOptions({ to: '/quicks' }) },
                { label: 'Process Management', icon: IconRoute, link: linkOptions({ to: '/process' }) },
              ]}
            />
          </>
        }
      />
      <Section title="Recent activity">
        <ActivityFeed />
      </Section>
    </Page>
  )
}
