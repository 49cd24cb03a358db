import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { DataList } from '#client/components/lists/data-list.tsx'
import { FilterBar, FilterSelect } from '#client/components/lists/filter-bar.tsx'
import { StatusBadge } from '#client/components/marks/status-badge.tsx'
import { DetailDrawer } from '#client/components/records/detail-drawer.tsx'
import { RowBody } from '#client/components/records/detail-parts.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { EmptyState } from '#client/components/states/empty-state.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatCount } from '#shared/base/format.ts'
import type { MailLogDto } from '#shared/overview/platform.ts'
import { settingsSearch } from '../section/settings-search.ts'

const LABELS = { queued: 'Queued', sent: 'Sent', failed: 'Failed' } as const
const TONES = { queued: 'attention', sent: 'good', failed: 'bad' } as const
const OPTIONS = (['queued', 'sent', 'failed'] as const).map((value) => ({ value, label: LABELS[value] }))

export function MailLog() {
  const [{ mails }, setState] = useSearchState(settingsSearch)
  return (
    <DetailDrawer
      title="Email delivery log"
      opened={mails}
      onClose={() => setState({ mails: false, mail_status: null })}
    >
      {mails && <Mails />}
    </DetailDrawer>
  )
}

function Mails() {
  const [{ mail_status: status }, setState] = useSearchState(settingsSearch)
  const list = trpc.platform.mails.useInfiniteQuery({ status }, byCursor)
  return (
    <>
      <FilterBar>
        <FilterSelect
          label="Status"
          all="All Status"
          options={OPTIONS}
          value={status}
          onChange={(value) => setState({ mail_status: value })}
        />
      </FilterBar>
      {status === 'failed' && <ResendAll />}
      <DataList
        query={list}
        label="Emails"
        layout="rows"
        itemHeight={64}
        itemKey={(mail) => mail.id}
        renderItem={(mail) => <MailRow mail={mail} />}
        filtered={status !== null}
        noMatchTitle="No emails have this status"
        onClearFilters={() => setState({ mail_status: null })}
        empty={
          <EmptyState
            drawing="message"
            title="No emails yet"
            message="Emails the portal sends appear here."
          />
        }
      />
    </>
  )
}

/** Resends all failed emails, including those on later pages. */
function ResendAll() {
  const [asked, setAsked] = useState(false)
  const { data } = trpc.platform.resendableMails.useQuery()
  const retry = trpc.platform.retryMails.useMutation({
    onError: errorToast('Failed to resend the emails'),
    onSuccess: ({ resent }) => toast({ title: `${formatCount(resent, 'email')} queued again` }),
  })
  if (data === undefined || data.count === 0) return null
  return (
    <>
      <Button variant="default" mb="sm" onClick={() => setAsked(true)}>
        Resend all
      </Button>
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title="Resend all failed emails"
        message={`${formatCount(data.count, 'email')} will be sent again. Emails whose text was deleted, and those to people who lost their access, are left out.`}
        confirmLabel="Resend all"
        onConfirm={() => retry.mutateAsync()}
      />
    </>
  )
}

function MailRow({ mail }: { mail: MailLogDto }) {
  const retry = trpc.platform.retryMail.useMutation({
    onError: errorToast('Failed to resend the email'),
    onSuccess: () => toast({ title: 'The email is being resent' }),
  })
  return (
    <RowBody>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="start">
        <Text size="sm" fw={500}>
          {mail.subject}
        </Text>
        <StatusBadge status={mail.status} label={LABELS[mail.status]} tone={TONES[mail.status]} />
      </Group>
      <Text size="xs" c="dimmed" component="div">
        {mail.recipient} · <RelativeTime instant={mail.sent_at ?? mail.created_at} />
        {mail.attempts > 1 && ` · ${mail.attempts} attempts`}
      </Text>
      {mail.last_error !== null && mail.status !== 'sent' && (
        <Text size="xs" c="var(--mantine-color-error)">
          {mail.last_error}
        </Text>
      )}
      {mail.status !== 'sent' && (
        <Button
          size="xs"
          variant="default"
          mt={6}
          loading={retry.isPending}
          onClick={() => retry.mutate({ id: mail.id })}
        >
          Resend
        </Button>
      )}
    </RowBody>
  )
}
