import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { CardFact } from '#client/components/records/record-card.tsx'
import { RecordDrawer } from '#client/components/records/record-drawer.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useSeen } from '#client/lib/queries/use-seen.ts'
import { useZone } from '#client/lib/session/session.ts'
import { wallDate } from '#client/lib/time/wall-time.ts'
import { errorToast } from '#client/lib/toasts/toast.ts'
import { formatMinutes } from '#shared/base/format.ts'
import { links } from '#shared/base/links.ts'
import { EVENT_TYPE_LABELS } from '#shared/work/schedule.ts'
import type { EventDto } from '#shared/work/schemas/schedule.ts'
import classes from '../schedule.module.css'
import { describeSeries, formatDay, formatSpan, REPLY_LABELS } from '../schedule-format.ts'
import { RemoveDialog } from './remove-dialog.tsx'

interface EventDrawerProps {
  id: string | null
  /** The occurrence's original start; null opens the next one. */
  at: string | null
  onClose: () => void
  onEdit: () => void
}

export function EventDrawer({ id, at, onClose, onEdit }: EventDrawerProps) {
  const event = trpc.schedule.get.useQuery({ id: id ?? '', occurrence_start: at }, { enabled: id !== null })
  return (
    <RecordDrawer query={event} title={event.data?.title ?? 'Event'} opened={id !== null} onClose={onClose}>
      {(found) => <Details event={found} onClose={onClose} onEdit={onEdit} />}
    </RecordDrawer>
  )
}

interface DetailsProps {
  event: EventDto
  onClose: () => void
  onEdit: () => void
}

function Details({ event, onClose, onEdit }: DetailsProps) {
  useSeen(links.event(event.id))
  useSeen(links.occurrence(event.id, event.occurrence_start))
  const zone = useZone()
  const day = wallDate(event.starts_at, zone)
  const series = describeSeries(event, zone)
  const [removing, setRemoving] = useState(false)
  return (
    <Stack gap="md">
      <div>
        <Text fw={600}>{formatDay(day)}</Text>
        <Text>
          {formatSpan(event, { day, zone })}, {formatMinutes(event.duration_minutes)}
        </Text>
        {series !== null && (
          <Text size="sm" c="dimmed">
            {series}
            {event.is_exception && ' (this event was changed)'}
          </Text>
        )}
      </div>
      {event.my_reply !== null && <ReplyControl event={event} />}
      <div>
        <CardFact label="Status">
          <StatusBadge status={event.status} label={event.status} />
        </CardFact>
        <CardFact label="Type">{EVENT_TYPE_LABELS[event.type]}</CardFact>
        {event.location !== null && <CardFact label="Location">{event.location}</CardFact>}
        {event.agency_name !== null && <CardFact label="Agency">{event.agency_name}</CardFact>}
        <CardFact label="Organizer">{event.organizer.name}</CardFact>
      </div>
      {event.description !== null && <Text className={classes.description}>{event.description}</Text>}
      {event.attendees.length > 0 && (
        <section aria-label="Attendees">
          {event.attendees.map((attendee) => (
            <CardFact key={`${attendee.kind}-${attendee.id}`} label={attendee.name}>
              {REPLY_LABELS[attendee.reply]}
            </CardFact>
          ))}
        </section>
      )}
      {event.can_edit && (
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => setRemoving(true)}>
            Delete
          </Button>
          <Button onClick={onEdit}>Edit</Button>
        </Group>
      )}
      {removing && <RemoveDialog event={event} onClose={() => setRemoving(false)} onRemoved={onClose} />}
    </Stack>
  )
}

const REPLY_OPTIONS = [
  { value: 'accepted', label: 'Accept' },
  { value: 'tentative', label: 'Maybe' },
  { value: 'declined', label: 'Decline' },
]
const ANSWERS = ['accepted', 'tentative', 'declined'] as const

function ReplyControl({ event }: { event: EventDto }) {
  const reply = trpc.schedule.reply.useMutation({ onError: errorToast('Failed to send your response') })
  const shown = reply.isPending ? reply.variables.reply : event.my_reply
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        Will you attend?
      </Text>
      <SegmentedControl
        aria-label="Your response"
        fullWidth
        data={REPLY_OPTIONS}
        value={shown ?? 'waiting'}
        onChange={(value) => {
          const answer = ANSWERS.find((candidate) => candidate === value)
          if (answer !== undefined) reply.mutate({ id: event.id, reply: answer })
        }}
      />
    </div>
  )
}
