import { Badge, Button, Text, UnstyledButton } from '@mantine/core'
import { DataList } from '#client/components/lists/data-list.tsx'
import { SearchField } from '#client/components/lists/filter-bar.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { READ_ONLY } from '#client/components/states/read-only.tsx'
import { titled } from '#client/lib/labels.ts'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useUser, useViewing, useZone } from '#client/lib/session/session.ts'
import { inZone } from '#client/lib/time/dates.ts'
import { errorToast } from '#client/lib/toasts/toast.ts'
import { formatCardDate } from '#shared/base/format.ts'
import type { MessageProjectDto } from '#shared/work/messages.ts'
import { PROJECT_STATUS_LABELS } from '#shared/work/projects.ts'
import { plainText } from './message/markdown.ts'
import classes from './message/messages.module.css'

interface ProjectListProps {
  search: string
  selected: string | null
  onSearch: (search: string) => void
  onSelect: (projectId: string) => void
}

export function ProjectList({ search, selected, onSearch, onSelect }: ProjectListProps) {
  const list = trpc.messages.projects.useInfiniteQuery({ search }, byCursor)
  return (
    <section className={classes.panel} aria-label="Projects">
      <search className={classes.projectSearch}>
        <SearchField label="Search projects" value={search} onChange={onSearch} />
      </search>
      <MarkAllRead />
      <div className={classes.projects}>
        <DataList
          query={list}
          label="Projects"
          layout="rows"
          itemHeight={68}
          itemKey={(project) => project.id}
          renderItem={(project) => (
            <ProjectRow project={project} selected={project.id === selected} onSelect={onSelect} />
          )}
          empty={<EmptyState drawing="message" title="No projects available" />}
          filtered={search !== ''}
          noMatchTitle="No projects found"
          onClearFilters={() => onSearch('')}
        />
      </div>
    </section>
  )
}

function MarkAllRead() {
  const utils = trpc.useUtils()
  const viewing = useViewing()
  const unread = trpc.messages.unreadCount.useQuery()
  const mark = trpc.messages.markAllRead.useMutation({
    meta: { refresh: false },
    onSuccess: () =>
      Promise.all([
        utils.messages.invalidate(),
        utils.notifications.invalidate(),
        utils.dashboard.invalidate(),
      ]),
    onError: errorToast('Failed to mark messages as read'),
  })
  if (!unread.data) return null
  return (
    <Button
      variant="default"
      size="compact-sm"
      className={classes.markAll}
      disabled={mark.isPending || viewing}
      title={viewing ? READ_ONLY : undefined}
      onClick={() => mark.mutate()}
    >
      Mark all as read
    </Button>
  )
}

interface ProjectRowProps {
  project: MessageProjectDto
  selected: boolean
  onSelect: (projectId: string) => void
}

function ProjectRow({ project, selected, onSelect }: ProjectRowProps) {
  const isAdmin = useUser().role === 'super_admin'
  const { last_message: last, unread } = project
  return (
    <UnstyledButton
      className={classes.project}
      aria-current={selected ? 'true' : undefined}
      onClick={() => onSelect(project.id)}
    >
      <span className={classes.projectLine}>
        <Text component="span" fw={unread > 0 ? 600 : 500} truncate>
          {project.name}
        </Text>
        {last !== null && <LastTime instant={last.timestamp} />}
      </span>
      <Text component="span" size="xs" c="dimmed" truncate>
        {titled(project.category)} · {PROJECT_STATUS_LABELS[project.status]}
        {isAdmin && ` · ${project.agency_name}`}
      </Text>
      {(last !== null || unread > 0) && (
        <span className={classes.projectLine}>
          <Text component="span" size="sm" c="dimmed" truncate>
            {last !== null && `${last.sender_name}: ${plainText(last.content) || 'Message deleted'}`}
          </Text>
          {unread > 0 && (
            <Badge variant="filled" size="sm" radius="xl" className={classes.count}>
              {unread > 99 ? '99+' : unread}
              <span className={classes.hidden}> unread</span>
            </Badge>
          )}
        </span>
      )}
    </UnstyledButton>
  )
}

function LastTime({ instant }: { instant: string }) {
  const zone = useZone()
  const moment = inZone(instant, zone)
  const isToday = moment.isSame(inZone(new Date().toISOString(), zone), 'day')
  return (
    <time className={classes.time} dateTime={instant}>
      {isToday ? moment.format('HH:mm') : formatCardDate(moment.format('YYYY-MM-DD'))}
    </time>
  )
}
