import { Badge, Menu, Text, Tooltip } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { useUser, useZone } from '#client/lib/session/session.ts'
import { formatDate, formatTime } from '#client/lib/time/dates.ts'
import { formatHours } from '#shared/base/format.ts'
import { LOCK_MESSAGES, type LockReason, type TimeEntryDto } from '#shared/time/work-log.ts'
import classes from '../work-log.module.css'

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
  /** The person's name, if the list has entries of more than one person. */
  showPerson: boolean
  inProject?: boolean
  actions?: EntryActions
}

export function EntryRow({ entry, showPerson, inProject = false, actions }: EntryRowProps) {
  const zone = useZone()
  // Approval and billing are internal to the agency, even if it shares its hours with a client.
  const isTeam = useUser().role !== 'client'
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
      {isTeam && <Marks entry={entry} />}
      {entry.kind !== 'duration' && (
        <Text size="sm" c="dimmed" className={classes.times}>
          {formatTime(entry.started_at, zone)} –{' '}
          {entry.ended_at === null ? 'now' : formatTime(entry.ended_at, zone)}
        </Text>
      )}
      <Text fw={500} className={classes.amount}>
        {formatHours(entry.duration_seconds)}
      </Text>
      {actions !== undefined && entry.is_own && <EntryMenu entry={entry} title={title} {...actions} />}
    </div>
  )
}

/** Whether the entry can still be changed, and whether it has been paid. */
function Marks({ entry: { locked, billable } }: { entry: TimeEntryDto }) {
  if (locked === null && billable) return null
  return (
    <div className={classes.marks}>
      {locked !== null && (
        <Tooltip label={LOCK_MESSAGES[locked]}>
          <Badge leftSection={<IconLock size={12} aria-hidden />} color="gray">
            {LOCK_LABELS[locked]}
          </Badge>
        </Tooltip>
      )}
      {!billable && (
        <Text size="xs" c="dimmed">
          Not billable
        </Text>
      )}
    </div>
  )
}

function EntryMenu(props: EntryActions & { entry: TimeEntryDto; title: string }) {
  const { entry } = props
  return (
    <ActionMenu label={[props.title, formatDate(entry.date), formatHours(entry.duration_seconds)].join(', ')}>
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
