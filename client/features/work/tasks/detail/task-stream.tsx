import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useContext } from 'react'
import { UserAvatar } from '#client/components/marks/user-avatar.tsx'
import { Section, SectionLevel } from '#client/components/records/detail-parts.tsx'
import { DetailSkeleton } from '#client/components/records/detail-skeleton.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { QueryState } from '#client/components/states/query-state.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useCan, useZone } from '#client/lib/session/session.ts'
import { dayName } from '#client/lib/time/dates.ts'
import type { ActivityDto } from '#shared/reactions/activity.ts'
import type { TaskDto } from '#shared/work/tasks.ts'
import { FilePreview } from '../../files/preview/file-preview.tsx'
import { CommentForm } from './comment-form.tsx'
import { byDay, deedOf, mergeStream } from './stream.ts'
import { TaskComment } from './task-comment.tsx'
import classes from './task-stream.module.css'

const FACE = 24

/** The task's comments and events, newest first. Clients see only shared comments. */
export function TaskStream({ task }: { task: TaskDto }) {
  const team = useCan('task.write')
  const zone = useZone()
  const comments = trpc.tasks.comments.useInfiniteQuery({ task_id: task.id }, byCursor)
  const events = trpc.activity.list.useInfiniteQuery({ task_id: task.id }, byCursor)
  const people = trpc.messages.people.useQuery({ project_id: task.project_id }, { enabled: team })
  const project = trpc.projects.get.useQuery({ id: task.project_id }, { enabled: team })
  const client = team ? project.data?.client.name : undefined
  const colleagues = (people.data ?? []).filter((person) => person.role !== 'client')
  const add = trpc.tasks.addComment.useMutation()
  const waiting = events.data === undefined ? events : comments.data === undefined ? comments : null
  const loaded = <Item,>(query: { data?: { pages: { items: Item[] }[] }; hasNextPage: boolean }) => ({
    items: query.data?.pages.flatMap((page) => page.items) ?? [],
    more: query.hasNextPage,
  })
  const attached = loaded(comments).items.flatMap(({ attachments }) => attachments)
  const days = byDay(mergeStream(loaded(comments), loaded(events)), zone)
  const older = [comments, events].filter(({ hasNextPage }) => hasNextPage)
  const Day = useContext(SectionLevel) === 2 ? 'h3' : 'h4'
  return (
    <Section title="Comments and activity">
      <CommentForm
        label="Comment"
        submitLabel="Add comment"
        place={`task:${task.id}`}
        team={colleagues}
        task={task}
        client={client}
        onSubmit={(comment, file_ids) => add.mutateAsync({ task_id: task.id, ...comment, file_ids })}
      />
      {waiting !== null && <QueryState query={waiting} loading={<DetailSkeleton />} />}
      {waiting === null && days.length === 0 && <Text c="dimmed">Changes to this task appear here.</Text>}
      {waiting === null &&
        days.map(({ day, items }) => (
          <section key={day} aria-label={dayName(day, zone)}>
            <Day className={classes.day}>{dayName(day, zone)}</Day>
            <ul className={classes.items}>
              {items.map((item) => (
                <li key={item.id}>
                  {item.kind === 'comment' ? (
                    <TaskComment comment={item.comment} team={colleagues} client={client} />
                  ) : (
                    <Deed event={item.event} times={item.times} />
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
      {older.length > 0 && (
        <Button
          variant="subtle"
          size="xs"
          loading={older.some(({ isFetchingNextPage }) => isFetchingNextPage)}
          onClick={() => older.forEach((query) => void query.fetchNextPage())}
        >
          Show older
        </Button>
      )}
      {/* The team's is beside the list of all files. */}
      {!team && <FilePreview files={attached} />}
    </Section>
  )
}

function Deed({ event, times }: { event: ActivityDto; times: number }) {
  const { verb, noun } = deedOf(event)
  return (
    <div className={classes.deed}>
      <UserAvatar name={event.actor_name} size={FACE} />
      <Text size="sm" component="div" className={classes.words}>
        <strong>{event.actor_name}</strong> {verb} {noun !== null && <Noun event={event}>{noun}</Noun>}
        {times > 1 && ` ${times} times`}{' '}
        <span className={classes.when}>
          · <RelativeTime instant={event.created_at} />
        </span>
      </Text>
    </div>
  )
}

/** Links to the person if the user may see contributors, otherwise plain text. */
function Noun({ event, children }: { event: ActivityDto; children: string }) {
  const mayOpen = useCan('employee.read')
  const people = trpc.people.contributors.useQuery({}, { enabled: mayOpen })
  const person =
    event.action === 'task.assigned' ? people.data?.find(({ name }) => name === children) : undefined
  if (!mayOpen || person === undefined) return <strong>{children}</strong>
  return (
    <Link to="/employees" search={{ employee: person.employee_id }}>
      {children}
    </Link>
  )
}
