import { DndContext, useSensors } from '@dnd-kit/core'
import { Skeleton, Text, Title, VisuallyHidden } from '@mantine/core'
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { ShowMore } from '#client/components/lists/show-more.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan, useWeekStart, useZone } from '#client/lib/session/session.ts'
import { today as todayIn } from '#client/lib/time/dates.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { NoTasks } from '../add/no-tasks.tsx'
import { usePointerSensors } from '../task/drag-sensors.ts'
import { isFiltered, type TaskViewProps } from '../task/list-filters.ts'
import { tasksOf } from '../task/task-pages.ts'
import { opensTask, taskSearch } from '../task/task-search.ts'
import { daysIn, placeIn, SCALES, windowAt } from './scale.ts'
import { datesText, spanOf } from './task-span.ts'
import classes from './timeline.module.css'
import { movedText } from './timeline-announcements.ts'
import { TimelineControls } from './timeline-controls.tsx'
import { TimelineRow } from './timeline-row.tsx'
import { TimelineBackdrop, TimelineScale } from './timeline-scale.tsx'
import { UndatedTasks } from './undated-tasks.tsx'
import { useMoving } from './use-moving.ts'
import { useZoom } from './use-zoom.ts'

const BAR = '[data-movable]'
const KEEP_OLD = { ...byCursor, placeholderData: <Data,>(old: Data) => old }

/** Tasks as bars on a scale of days, by project; the bars can be moved and resized. */
export function TaskTimeline({ filters, onAdd }: TaskViewProps) {
  const [{ date }, setSearch] = useSearchState(taskSearch)
  const [zoom] = useZoom()
  const write = useCan('task.write')
  const weekStart = useWeekStart()
  const today = todayIn(useZone())
  const window = windowAt(zoom, date ?? today, weekStart)
  const dated = trpc.tasks.list.useInfiniteQuery({ ...filters, ...window, order: 'timeline' }, KEEP_OLD)
  const undated = trpc.tasks.list.useInfiniteQuery({ ...filters, undated: true }, KEEP_OLD)
  const tasks = tasksOf(dated.data)
  const isEmpty = dated.data !== undefined && undated.data !== undefined && tasks.length === 0
  const counters = trpc.tasks.counters.useQuery({}, { enabled: isEmpty && !isFiltered(filters) })
  const [said, setSaid] = useState('')
  const scale = useRef<HTMLDivElement>(null)
  const sensors = useSensors(...usePointerSensors())
  const moving = useMoving(
    () => (scale.current?.offsetWidth ?? 0) / daysIn(window),
    (dates) => {
      const span = spanOf(dates)
      // Follows a task that left the window, so that its bar remains focused.
      if (span !== null && placeIn(window, span) === null) setSearch({ date: span.from })
    },
  )
  if (isEmpty && counters.data?.total === 0) return <NoTasks onAdd={onAdd} />

  function onKeyDown(event: KeyboardEvent<HTMLElement>, task: TaskDto) {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      focusNeighbor(event.currentTarget, event.key === 'ArrowUp' ? -1 : 1)
      return
    }
    const dates = moving.keys.onKeyDown(event, task, moving.datesOf(task))
    if (dates !== null) setSaid(movedText(task.title, datesText(dates)))
  }

  function open(task: TaskDto) {
    moving.keys.flush()
    setSearch(opensTask(task), 'push')
  }

  const shown = { window, zoom, weekStart, today }
  return (
    <>
      <TimelineControls window={window} date={date ?? today} />
      <DndContext sensors={sensors} {...moving.dragging}>
        <section
          className={classes.timeline}
          aria-label="Timeline"
          style={{ '--days': daysIn(window), '--day-width': `${SCALES[zoom].dayWidth}px` } as CSSProperties}
        >
          <div className={classes.sheet}>
            <TimelineBackdrop {...shown} />
            <TimelineScale {...shown} />
            <div className={classes.measure} ref={scale} />
            {projectsOf(tasks).map(({ id, name, tasks: rows }) => (
              <section key={id} aria-labelledby={`project-${id}`}>
                <Title order={3} size="sm" id={`project-${id}`} className={classes.project}>
                  {name}
                </Title>
                <ul className={classes.rows}>
                  {rows.map((task) => (
                    <TimelineRow
                      key={task.id}
                      window={window}
                      outdated={dated.isPlaceholderData}
                      task={task}
                      dates={moving.datesOf(task)}
                      moving={moving.isMoving(task)}
                      today={today}
                      onOpen={() => open(task)}
                      keys={
                        write
                          ? { onKeyDown: (event) => onKeyDown(event, task), onBlur: moving.keys.flush }
                          : null
                      }
                    />
                  ))}
                </ul>
              </section>
            ))}
            {dated.data === undefined && (
              <div className={classes.message}>
                <QueryState query={dated} loading={<Skeleton h={120} />} />
              </div>
            )}
            {dated.data !== undefined && tasks.length === 0 && (
              <Text c="dimmed" className={classes.message}>
                No tasks on these days
              </Text>
            )}
          </div>
        </section>
      </DndContext>
      <ShowMore query={dated} />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <UndatedTasks
        query={undated}
        onDates={write ? (task, dates) => void moving.save(task, dates) : undefined}
      />
    </>
  )
}

function focusNeighbor(bar: HTMLElement, step: 1 | -1): void {
  const bars = [...(bar.closest(`.${classes.timeline}`)?.querySelectorAll<HTMLElement>(BAR) ?? [])]
  bars[bars.indexOf(bar) + step]?.focus()
}

interface ProjectTasks {
  id: string
  name: string
  tasks: TaskDto[]
}

/** The tasks by project, in their order. */
function projectsOf(tasks: readonly TaskDto[]): ProjectTasks[] {
  const projects: ProjectTasks[] = []
  for (const task of tasks) {
    const last = projects.at(-1)
    if (last?.id === task.project_id) last.tasks.push(task)
    else projects.push({ id: task.project_id, name: task.project.name, tasks: [task] })
  }
  return projects
}
