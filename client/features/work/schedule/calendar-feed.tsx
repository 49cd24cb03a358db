import { Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { CopyField } from '#client/components/fields/copy-field.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { isWaiting, useUser } from '#client/lib/session/session.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatCount } from '#shared/base/format.ts'
import { MAX_FEED_EVENTS } from '#shared/work/schedule.ts'
import classes from './schedule.module.css'

/** The private URL for calendar apps; shown once, when created. */
export function CalendarFeed() {
  const { data } = trpc.schedule.feed.useQuery()
  const waiting = isWaiting(useUser())
  const [address, setAddress] = useState<string | null>(null)
  const [revoking, setRevoking] = useState(false)
  const create = trpc.schedule.createFeed.useMutation({
    onSuccess: ({ path }) => setAddress(`${location.origin}${path}`),
    onError: errorToast('Failed to create the calendar link'),
  })
  const revoke = trpc.schedule.revokeFeed.useMutation({
    onSuccess: () => {
      setAddress(null)
      toast({
        title: 'Calendar link revoked',
        message: 'Calendars that used this link no longer receive updates.',
      })
    },
    onError: errorToast('Failed to revoke the calendar link'),
  })
  return (
    <section className={classes.panel} aria-labelledby="calendar-link">
      <Title order={2} id="calendar-link" mb="xs">
        Calendar link
      </Title>
      {address === null ? (
        <Text size="sm" c="dimmed" mb="xs">
          {data?.active && data.created_at !== null ? (
            <>
              Created <RelativeTime instant={data.created_at} />
              {data.last_read_at !== null && (
                <>
                  , last accessed <RelativeTime instant={data.last_read_at} />
                </>
              )}
              . Creating a new link replaces this one.
            </>
          ) : (
            `Add your events to Google Calendar, Outlook or Apple Calendar${waiting ? ' once you belong to an agency' : ''}.`
          )}
        </Text>
      ) : (
        <CopyField label="Private address" copyLabel="Copy address" value={address} />
      )}
      <Text size="sm" c="dimmed" mb="xs">
        It contains up to {formatCount(MAX_FEED_EVENTS, 'event')} starting 90 days ago.
      </Text>
      <Group gap="xs">
        {!waiting && (
          <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
            {data?.active ? 'New link' : 'Create link'}
          </Button>
        )}
        {data?.active && (
          <Button variant="default" onClick={() => setRevoking(true)}>
            Revoke
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={revoking}
        onClose={() => setRevoking(false)}
        title="Revoke calendar link"
        message="Calendars that use this link will immediately stop receiving updates."
        confirmLabel="Revoke link"
        destructive
        onConfirm={() => revoke.mutateAsync()}
      />
    </section>
  )
}
