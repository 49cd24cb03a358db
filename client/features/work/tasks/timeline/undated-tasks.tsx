import { Text, Title, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ListQuery } from '#client/components/lists/data-list.tsx'
import { OpenLink } from '#client/components/lists/open-link.tsx'
import { ShowMore } from '#client/components/lists/show-more.tsx'
import type { TaskDto } from '#shared/work/tasks.ts'
import { DateChoice } from '../task/date-choice.tsx'
import { ProjectName } from '../task/project-name.tsx'
import { tasksOf } from '../task/task-pages.ts'
import { opensTask } from '../task/task-search.ts'
import classes from './timeline.module.css'

interface UndatedTasksProps {
  query: ListQuery<TaskDto>
  /** Omitted for those who can't change tasks. */
  onDue?: ((task: TaskDto, date: string) => void) | undefined
}

/** The tasks that the timeline can't show; a due date moves one there. */
export function UndatedTasks({ query, onDue }: UndatedTasksProps) {
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
            {onDue !== undefined && (
              <DateChoice
                size="xs"
                label={
                  <>
                    Set due date<VisuallyHidden> of {task.title}</VisuallyHidden>
                  </>
                }
                onChoose={(date) => {
                  if (date === null) return
                  setLeaving({ id: task.id, row })
                  onDue(task, date)
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <ShowMore query={query} variant="subtle" size="xs" />
    </section>
  )
}
