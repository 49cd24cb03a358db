import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Section } from '#client/components/records/detail-parts.tsx'
import { useZone } from '#client/lib/session/session.ts'
import { formatCardDate, formatDate, today } from '#client/lib/time/dates.ts'
import { shiftDate } from '#shared/base/calendar.ts'
import { formatHours, formatShortWeekday, formatWeekday } from '#shared/base/format.ts'
import type { ContributorCharts } from '#shared/overview/charts.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { TimerButton } from '../../../work/tasks/actions/timer-button.tsx'
import { PriorityMark } from '../../../work/tasks/task/task-marks.tsx'
import dashboard from '../dashboard.module.css'
import { AllLink } from '../panel.tsx'
import { ChartPanel, ChartTable } from './chart-panel.tsx'
import classes from './charts.module.css'
import { useCharts } from './use-charts.ts'

/** Tasks due in the coming days, unassigned tasks, and hours per weekday. */
export function ContributorMainCharts() {
  const { data, isComing } = useCharts('employee')
  if (data === undefined) return isComing ? <div data-coming /> : null
  return (
    <>
      {data.coming_tasks.length > 0 && <ComingTasks tasks={data.coming_tasks} />}
      {data.free_tasks.length > 0 && <FreeTasks tasks={data.free_tasks} />}
      <Week days={data.days} />
    </>
  )
}

function ComingTasks({ tasks }: { tasks: TaskDto[] }) {
  const day = today(useZone())
  return (
    <Section
      title="Due soon"
      action={
        <AllLink to="/my-tasks" search={{ due: 'week' }}>
          This week’s tasks
        </AllLink>
      }
    >
      <ul className={dashboard.panel} aria-label="Tasks due soon">
        {tasks.map((task) => (
          <TaskToStart key={task.id} task={task} due={dueLabel(task.due_date ?? day, day)} />
        ))}
      </ul>
    </Section>
  )
}

function FreeTasks({ tasks }: { tasks: TaskDto[] }) {
  const day = today(useZone())
  return (
    <Section title="Unassigned">
      <ul className={dashboard.panel} aria-label="Unassigned tasks">
        {tasks.map((task) => (
          <TaskToStart
            key={task.id}
            task={task}
            due={task.due_date === null ? null : `due ${dueLabel(task.due_date, day)}`}
          />
        ))}
      </ul>
    </Section>
  )
}

function TaskToStart({ task, due }: { task: TaskDto; due: string | null }) {
  return (
    <li className={dashboard.row}>
      <div className={dashboard.what}>
        <Link to="/my-tasks" search={{ task: task.id }} className={dashboard.link}>
          {task.title}
        </Link>
        <Text size="sm" c="dimmed" component="div">
          {task.project.name}
          {due !== null && ` · ${due}`}
        </Text>
      </div>
      <PriorityMark task={task} />
      <div className={dashboard.act}>
        <TimerButton task={task} />
      </div>
    </li>
  )
}

const dueLabel = (due: string, day: string): string =>
  due === shiftDate(day, 1) ? 'tomorrow' : `${formatWeekday(due)}, ${formatCardDate(due)}`

function Week({ days }: Pick<ContributorCharts, 'days'>) {
  const now = today(useZone())
  const most = Math.max(1, ...days.map(({ seconds }) => seconds))
  return (
    <ChartPanel
      title="My week"
      action={
        <AllLink to="/time-tracking" search={{ tab: 'week' }}>
          Open week
        </AllLink>
      }
      chart={
        <div
          role="img"
          aria-label="Hours per day this week. The table shows the same figures."
          className={classes.days}
        >
          {days.map(({ day, seconds }) => (
            <div key={day} className={classes.day} data-today={day === now || undefined}>
              {seconds > 0 && <span>{formatHours(seconds)}</span>}
              <div data-empty={seconds === 0 || undefined} style={{ height: `${(seconds / most) * 70}%` }} />
              <span>{formatShortWeekday(day)}</span>
            </div>
          ))}
        </div>
      }
      table={
        <ChartTable
          heads={['Day', 'Hours']}
          rows={days.map(({ day, seconds }) => ({
            key: day,
            cells: [formatDate(day), formatHours(seconds)],
          }))}
        />
      }
    />
  )
}
