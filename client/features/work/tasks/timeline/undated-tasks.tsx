import { Text, Title, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ListQuery } from '#client/components/lists/data-list.tsx'
import { OpenLink } from '#client/components/lists/open-link.tsx'
import { ShowMore } from '#client/components/lists/show-more.tsx'
import type { TaskDates } from '#shared/work/task-dates.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { DateChoice } from '../task/date-choice.tsx'
import { ProjectName } from '../task/project-name.tsx'
import { tasksOf } from '../task/task-pages.ts'
import { opensTask } from '../task/task-search.ts'
import classes from './timeline.module.css'

const CHOICES = [
  { label: 'Set start date', datesOf: (date: string): TaskDates => ({ start_date: date, due_date: null }) },
  { label: 'Set due date', datesOf: (date: string): TaskDates => ({ start_date: null, due_date: date }) },
] as const

interface UndatedTasksProps {
  query: ListQuery<TaskDto>
  /** Omitted for those who can't change tasks. */
  onDates?: ((task: TaskDto, dates: TaskDates) => void) | undefined
}

/** The tasks that the timeline can't show; a start or due date moves one there. */
export function UndatedTasks({ query, onDates }: UndatedTasksProps) {
  const tasks = tasksOf(query.data)
  const list = useRef<HTMLUListElement>(null)
  /** The task that was given a date, and its row. */
  const [leaving, setLeaving] = useState<{ id: string; row: number } | null>(null)
  // The focused button disappears with its row.
  useEffect(() => {
    if (leaving === null || tasks.some(({ id }) => id === leaving.id)) return
    setLeaving(null)
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-open]') ?? [])]
    const next = links[leaving.row] ?? links.at(-1)
    next?.focus()
  }, [leaving, tasks])
  if (tasks.length === 0) return null
  return (
    <section className={classes.undated} aria-labelledby="undated-tasks">
      <Title order={2} size="h3" id="undated-tasks">
        No dates
      </Title>
      <ul ref={list} className={classes.undatedTasks}>
        {tasks.map((task, row) => (
          <li key={task.id} className={classes.undatedTask}>
            <div className={classes.undatedName}>
              <OpenLink opens={opensTask(task)} className={classes.open}>
                {task.title}
              </OpenLink>
              <Text size="sm" c="dimmed" truncate>
                <ProjectName task={task} />
              </Text>
            </div>
            {onDates !== undefined && (
              <div className={classes.undatedDates}>
                {CHOICES.map(({ label, datesOf }) => (
                  <DateChoice
                    key={label}
                    size="xs"
                    label={
                      <>
                        {label}
                        <VisuallyHidden> of {task.title}</VisuallyHidden>
                      </>
                    }
                    onChoose={(date) => {
                      if (date === null) return
                      setLeaving({ id: task.id, row })
                      onDates(task, datesOf(date))
                    }}
                  />
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
      <ShowMore query={query} variant="subtle" size="xs" />
    </section>
  )
}
