import { Link } from '@tanstack/react-router'
import { useZone } from '#client/lib/session/session.ts'
import { formatCardDate, formatDate, today } from '#client/lib/time/dates.ts'
import { currencyDigits, formatCard, formatMoney } from '#shared/base/amounts/money.ts'
import { formatHours, formatShortMonth } from '#shared/base/format.ts'
import { places } from '#shared/base/links.ts'
import type { AgencyCharts, PersonHours } from '#shared/overview/charts.ts'
import { PROJECT_HEALTH_LABELS } from '#shared/work/project-health.ts'
import { PROJECT_STATUS_LABELS } from '#shared/work/projects.ts'
import { AllLink } from '../panel.tsx'
import { ChartPanel, ChartTable } from './chart-panel.tsx'
import classes from './charts.module.css'
import { LineChart } from './line-chart.tsx'
import { ProjectBars } from './project-bars.tsx'
import { useCharts } from './use-charts.ts'

/** Income and expenses, and the projects' timelines. */
export function AgencyMainCharts() {
  const { data, isComing } = useCharts('agency_admin')
  if (data === undefined) return isComing ? <div data-coming /> : null
  return (
    <>
      {data.months.some(({ cash_in, cash_out }) => cash_in !== 0 || cash_out !== 0) && <Cash charts={data} />}
      {data.projects.length > 0 && <Projects charts={data} />}
    </>
  )
}

/** Hours by person. */
export function AgencySideCharts() {
  const { data, isComing } = useCharts('agency_admin')
  if (data === undefined) return isComing ? <div data-coming /> : null
  return data.people.length > 0 && <People charts={data} />
}

function Cash({ charts: { months, currency } }: { charts: AgencyCharts }) {
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <ChartPanel
      title="Cash in and out"
      action={<AllLink to="/accounts">Accounts</AllLink>}
      chart={
        <LineChart
          label="Cash in and out in the last 12 months"
          names={months.map(({ month }) => formatShortMonth(month))}
          lines={[
            { label: 'In', tone: 'accent', values: months.map(({ cash_in }) => cash_in) },
            { label: 'Out', tone: 'quiet', values: months.map(({ cash_out }) => cash_out) },
          ]}
          format={(value) => formatCard(value, currency)}
          unit={10 ** currencyDigits(currency)}
        />
      }
      table={
        <ChartTable
          heads={['Month', 'In', 'Out', 'Left']}
          rows={months.map(({ month, cash_in, cash_out }) => ({
            key: month,
            cells: [formatShortMonth(month), money(cash_in), money(cash_out), money(cash_in - cash_out)],
          }))}
        />
      }
    />
  )
}

function Projects({ charts: { projects, other_projects } }: { charts: AgencyCharts }) {
  const day = today(useZone())
  return (
    <ChartPanel
      title="Project health"
      action={
        <AllLink to="/projects" search={{ active: true }}>
          {other_projects > 0 ? `${other_projects} more` : 'Projects'}
        </AllLink>
      }
      chart={<ProjectBars projects={projects} day={day} />}
      table={
        <ChartTable
          heads={['Project', 'Status', 'Start', 'Delivery', 'Progress', 'Health']}
          rows={projects.map((project) => ({
            key: project.id,
            cells: [
              <Link key="name" {...places.project(project.id)}>
                {project.name}
              </Link>,
              PROJECT_STATUS_LABELS[project.status],
              formatDate(project.start_date),
              formatDate(project.delivery_date),
              `${project.progress}%`,
              project.health === null ? '' : PROJECT_HEALTH_LABELS[project.health.state],
            ],
          }))}
        />
      }
    />
  )
}

function People({ charts: { people, other_people, week_start } }: { charts: AgencyCharts }) {
  return (
    <ChartPanel
      title="Hours this week"
      action={
        <AllLink to="/work-log" search={{ tab: 'team' }}>
          {other_people > 0 ? `${other_people} more` : 'Team'}
        </AllLink>
      }
      chart={<PeopleBars people={people} weekStart={week_start} />}
      table={
        <ChartTable
          heads={['Person', 'Hours', 'Billable', 'Usual week']}
          rows={people.map(({ user_id, name, seconds, billable_seconds, usual_seconds }) => ({
            key: user_id,
            cells: [name, formatHours(seconds), formatHours(billable_seconds), formatHours(usual_seconds)],
          }))}
        />
      }
    />
  )
}

/** Billable time in full color; the marker shows each person's average. */
function PeopleBars({ people, weekStart }: { people: PersonHours[]; weekStart: string }) {
  const most = Math.max(1, ...people.flatMap(({ seconds, usual_seconds }) => [seconds, usual_seconds]))
  const share = (seconds: number) => `${(seconds / most) * 100}%`
  return (
    <div
      role="img"
      aria-label={`Hours by person in the week of ${formatCardDate(weekStart)}. The table shows the same figures.`}
      className={classes.people}
    >
      {people.map(({ user_id, name, seconds, billable_seconds, usual_seconds }) => (
        <div key={user_id}>
          <div className={classes.caption}>
            <span>{name}</span>
            <span>{formatHours(seconds)}</span>
          </div>
          <div className={classes.track}>
            <div className={classes.bar} style={{ width: share(seconds) }} data-soft />
            <div className={classes.bar} style={{ width: share(billable_seconds) }} />
            {usual_seconds > 0 && (
              <div className={classes.usual} style={{ left: `min(${share(usual_seconds)}, 100% - 2px)` }} />
            )}
          </div>
        </div>
      ))}
      <div className={classes.legend}>
        <span data-key="full">Billable</span>
        <span data-key="soft">Other</span>
        <span data-key="stroke">Usual week</span>
      </div>
    </div>
  )
}
