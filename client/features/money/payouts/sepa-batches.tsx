import { Anchor, Menu, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/confirm-dialog.tsx'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { ShowMore } from '#client/components/lists/show-more.tsx'
import { StatusBadge, type Tone } from '#client/components/marks/status-badge.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { useBooksZone } from '#client/lib/session/session.ts'
import { formatInstantDate } from '#client/lib/time/dates.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import { formatCount, formatDate } from '#shared/base/format.ts'
import { type SepaBatchDto, type SepaBatchStatus, sepaFileAddress } from '#shared/money/sepa.ts'
import classes from './payouts.module.css'

const STATUSES: Record<SepaBatchStatus, { label: string; tone: Tone }> = {
  open: { label: 'To be paid', tone: 'attention' },
  paid: { label: 'Paid', tone: 'good' },
  canceled: { label: 'Canceled', tone: 'neutral' },
}

/** The files created for the bank; hidden until there is one. */
export function SepaBatches() {
  const list = trpc.payouts.sepaBatches.useInfiniteQuery({ limit: 10 }, byCursor)
  const batches = list.data?.pages.flatMap((page) => page.items) ?? []
  if (batches.length === 0) return null
  return (
    <section aria-labelledby="sepa-files">
      <Title order={2} size="h4" id="sepa-files" mb="xs">
        SEPA files
      </Title>
      <ul className={classes.batches}>
        {batches.map((batch) => (
          <BatchRow key={batch.id} batch={batch} />
        ))}
      </ul>
      <ShowMore query={list} mt="xs" />
    </section>
  )
}

const countOf = (count: number) => formatCount(count, 'payout')

function BatchRow({ batch }: { batch: SepaBatchDto }) {
  const zone = useBooksZone()
  const { label, tone } = STATUSES[batch.status]
  const isPartly = batch.status === 'open' && batch.paid_count > 0
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Anchor href={sepaFileAddress(batch.id)} download fw={500}>
          {`File for ${formatDate(batch.execute_on)}`}
        </Anchor>
        <Text size="sm" c="dimmed">
          {`${countOf(batch.transfer_count)}, created by ${batch.made_by} on ${formatInstantDate(batch.created_at, zone)}`}
          {isPartly && `, ${batch.paid_count} paid`}
        </Text>
      </div>
      <Text size="sm" className={classes.amount}>
        {formatCharged(batch.total, 'EUR')}
      </Text>
      <StatusBadge status={batch.status} label={label} tone={tone} />
      <BatchMenu batch={batch} />
    </li>
  )
}

function BatchMenu({ batch }: { batch: SepaBatchDto }) {
  const [asking, setAsking] = useState<'settle' | 'cancel' | null>(null)
  const settle = trpc.payouts.settleSepaBatch.useMutation({
    onError: errorToast('Failed to record the payouts'),
  })
  const cancel = trpc.payouts.cancelSepaBatch.useMutation({
    onError: errorToast('Failed to cancel the SEPA file'),
  })
  const close = () => setAsking(null)
  const name = `the SEPA file for ${formatDate(batch.execute_on)}`
  return (
    <>
      <ActionMenu label={name}>
        <Menu.Item component="a" href={sepaFileAddress(batch.id)} download>
          Download
        </Menu.Item>
        {batch.status === 'open' && <Menu.Item onClick={() => setAsking('settle')}>Record as paid</Menu.Item>}
        {batch.status === 'open' && batch.paid_count === 0 && (
          <Menu.Item onClick={() => setAsking('cancel')}>Cancel file</Menu.Item>
        )}
      </ActionMenu>
      <ConfirmDialog
        opened={asking === 'settle'}
        onClose={close}
        title="Record as paid"
        message={`${countOf(batch.transfer_count - batch.paid_count)} in this file are recorded as paid today, and the contributors are notified. Do this once your bank has made the transfers.`}
        confirmLabel="Record as paid"
        onConfirm={async () => {
          await settle.mutateAsync({ id: batch.id })
          toast({ title: 'Payouts recorded', message: 'All payouts in the file are recorded as paid.' })
        }}
      />
      <ConfirmDialog
        opened={asking === 'cancel'}
        onClose={close}
        title="Cancel SEPA file"
        message="Its payouts can be included in another file. If your bank already has this one, cancel it there too, or the contributors will be paid twice."
        confirmLabel="Cancel SEPA file"
        destructive
        onConfirm={async () => {
          await cancel.mutateAsync({ id: batch.id })
          toast({ title: 'SEPA file canceled' })
        }}
      />
    </>
  )
}
