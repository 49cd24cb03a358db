import { Badge, Menu, Text, Tooltip } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { ActionMenu } from '#client/components/action-menu.tsx'
import { formatDate, formatTime } from '#client/lib/dates.ts'
import { useZone } from '#client/lib/session.ts'
import { formatDuration, LOCK_MESSAGES, type LockReason, type TimeEntryDto } from '#shared/work-log.ts'
import classes from './work-log.module.css'

const LOCK_LABELS: Record<LockReason, string> = {
  submitted: 'Submitted',
  approved: 'Approved',
  invoiced: 'Invoiced',
  paid_out: 'Paid out',
}

export interface EntryActions {
  onEdit: (entry: TimeEntryDto) => void
  onDelete: (entry: TimeEntryDto) => void
  onContinue: (entry: TimeEntryDto) => void
}

interface EntryRowProps {
  entry: TimeEntryDto
  /** The person's name, if the list has several people's entries. */
  showPerson: boolean
  inProject?: boolean
  actions?: EntryActions
}

export function EntryRow({ entry, showPerson, inProject = false, actions }: EntryRowProps) {
  const zone = useZone()
  const work = [inProject ? null : entry.project?.name, entry.task?.title, entry.note].filter(
    (text) => text != null,
  )
  const title = work[0] ?? (inProject ? 'No task' : 'No project')
  const details = [showPerson && entry.user_name, ...work.slice(1)].filter(Boolean)
  return (
    <div className={classes.entry}>
      <div className={classes.what}>
        <Text fw={500} truncate>
          {title}
        </Text>
        {details.length > 0 && (
          <Text size="sm" c="dimmed" truncate>
            {details.join(' · ')}
          </Text>
        )}
      </div>
      {entry.locked !== null && (
        <Tooltip label={LOCK_MESSAGES[entry.locked]}>
          <Badge leftSection={<IconLock size={12} aria-hidden />} color="gray">
            {LOCK_LABELS[entry.locked]}
          </Badge>
        </Tooltip>
      )}
      {!entry.billable && (
        <Text size="xs" c="dimmed">
          Not billable
        </Text>
      )}
      {entry.kind !== 'duration' && (
        <Text size="sm" c="dimmed" className={classes.times}>
          {formatTime(entry.started_at, zone)} –{' '}
          {entry.ended_at === null ? 'now' : formatTime(entry.ended_at, zone)}
        </Text>
      )}
      <Text fw={500} className={classes.amount}>
        {formatDuration(entry.duration_seconds)}
      </Text>
      {actions !== undefined && entry.is_own && <EntryMenu entry={entry} title={title} {...actions} />}
    </div>
  )
}

function EntryMenu(props: EntryActions & { entry: TimeEntryDto; title: string }) {
  const { entry } = props
  return (
    <ActionMenu
      label={[props.title, formatDate(entry.date), formatDuration(entry.duration_seconds)].join(', ')}
    >
      {entry.ended_at !== null && <Menu.Item onClick={() => props.onContinue(entry)}>Continue</Menu.Item>}
      {entry.locked === null ? (
        <>
          <Menu.Item onClick={() => props.onEdit(entry)}>Edit</Menu.Item>
          <Menu.Item color="red" onClick={() => props.onDelete(entry)}>
            Delete
          </Menu.Item>
        </>
      ) : (
        <Menu.Label>{LOCK_MESSAGES[entry.locked]}</Menu.Label>
      )}
    </ActionMenu>
  )
}
