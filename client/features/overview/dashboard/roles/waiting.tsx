import { Button, Text } from '@mantine/core'
import {
  IconCash,
  IconClockCheck,
  IconClockExclamation,
  IconFileCheck,
  IconFileInvoice,
  IconHourglass,
  IconMessage,
  IconReceipt,
  IconWallet,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link, type LinkProps, linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Section } from '#client/components/records/detail-parts.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { useDeferredData } from '#client/lib/queries/use-deferred-data.ts'
import { useViewing } from '#client/lib/session/session.ts'
import { formatCardDate } from '#client/lib/time/dates.ts'
import { useNow } from '#client/lib/time/use-now.ts'
import { formatMoney } from '#shared/base/amounts/money.ts'
import { formatHours } from '#shared/base/format.ts'
import { places } from '#shared/base/links.ts'
import type { WaitingDto } from '#shared/overview/dashboard.ts'
import { useRemind } from '../../../money/invoices/invoice/use-remind.ts'
import { useReviewWeek } from '../../../time/work-log/weeks/use-review-week.ts'
import { DueDate } from '../../../work/tasks/task/due-date.tsx'
import classes from '../dashboard.module.css'

/** Items that need the user's action, each with a button; hidden if there are none. */
export function Waiting({ title }: { title: string }) {
  const { data, isLoading } = trpc.dashboard.waiting.useQuery()
  const arrived = useDeferredData(data)
  if (isLoading || (data !== undefined && !arrived)) return <div data-coming="list" />
  if (data === undefined || data.items.length === 0) return null
  return (
    <Section title={title}>
      <ul className={classes.panel} aria-label={title}>
        {data.items.map((item) => (
          <WaitingRow key={`${item.kind} ${keyOf(item)}`} item={item} />
        ))}
      </ul>
    </Section>
  )
}

function keyOf(item: WaitingDto): string {
  if (item.kind === 'messages') return item.project_id
  if (item.kind === 'unbilled_time') return item.client_id
  return item.kind === 'unpaid_time' ? item.employee_id : item.id
}

const ICONS: Record<WaitingDto['kind'], TablerIcon> = {
  week: IconClockCheck,
  returned_week: IconClockExclamation,
  late_invoice: IconFileInvoice,
  invoice_to_pay: IconReceipt,
  announced_payment: IconCash,
  review: IconFileCheck,
  unbilled_time: IconHourglass,
  unpaid_time: IconWallet,
  messages: IconMessage,
}

function WaitingRow({ item }: { item: WaitingDto }) {
  const Icon = ICONS[item.kind]
  const { sentence, place } = describe(item)
  const viewing = useViewing()
  return (
    <li className={classes.row}>
      <Icon size={18} aria-hidden className={classes.waiting} />
      <div className={classes.what}>
        <Link {...place} className={classes.link}>
          {sentence}
        </Link>
        <Text size="sm" c="dimmed" component="div">
          <Since item={item} />
        </Text>
      </div>
      {!viewing && <Act item={item} place={place} />}
    </li>
  )
}

function Since({ item }: { item: WaitingDto }): ReactNode {
  if (item.kind === 'late_invoice' || item.kind === 'invoice_to_pay') {
    const due = <DueDate date={item.since} />
    if (item.kind === 'invoice_to_pay' || item.reminded_at === null) return due
    return (
      <>
        {due} · Reminded <Ago instant={item.reminded_at} />
      </>
    )
  }
  return <RelativeTime instant={item.since} />
}

function Ago({ instant }: { instant: string }): ReactNode {
  return useNow() - Date.parse(instant) < 60_000 ? 'just now' : <RelativeTime instant={instant} />
}

const week = (monday: string): string => `the week of ${formatCardDate(monday)}`

function describe(item: WaitingDto): { sentence: string; place: LinkProps } {
  switch (item.kind) {
    case 'week':
      return {
        sentence: `${item.user_name} submitted ${formatHours(item.seconds)} for ${week(item.week_start)}`,
        place: places.timesheet(item.id),
      }
    case 'returned_week':
      return {
        sentence: `Your hours for ${week(item.week_start)} were rejected`,
        place: places.timesheet(item.id),
      }
    case 'late_invoice':
      return {
        sentence: `${item.client_name} owes ${formatMoney(item.due.amount, item.due.currency)} on ${item.number}`,
        place: places.invoice(item.id),
      }
    case 'invoice_to_pay':
      return {
        sentence: `${formatMoney(item.due.amount, item.due.currency)} to pay to ${item.issuer_name} for ${item.number}`,
        place: places.invoice(item.id),
      }
    case 'announced_payment':
      return {
        sentence: `${item.payer_name} reported a transfer of ${formatMoney(item.paid.amount, item.paid.currency)}. Has it arrived?`,
        place: linkOptions({
          to: '/payments',
          search: { tab: 'history', payment: 'pending', shown: item.id },
        }),
      }
    case 'review':
      return {
        sentence: `“${item.name}” in ${item.project_name} is ready for your review`,
        place: places.file(item.project_id, item.id),
      }
    case 'unbilled_time':
      return {
        sentence: `${formatHours(item.seconds)} for ${item.client_name} not billed`,
        place: places.client(item.client_id),
      }
    case 'unpaid_time':
      return {
        sentence: `${formatHours(item.seconds)} from ${item.employee_name} approved, not paid out`,
        place: places.employee(item.employee_id),
      }
    case 'messages':
      return {
        sentence:
          item.unread === 1
            ? `One new message in ${item.project_name}`
            : `${item.unread} new messages in ${item.project_name}`,
        place: places.thread(item.project_id),
      }
  }
}

const OPENS: Partial<Record<WaitingDto['kind'], string>> = {
  returned_week: 'Correct',
  invoice_to_pay: 'Pay',
  announced_payment: 'Review',
  review: 'Review',
  unbilled_time: 'Bill',
  unpaid_time: 'Pay out',
  messages: 'Read',
}

/** A link that opens the action directly; null links to the item instead. */
function stepOf(item: WaitingDto): LinkProps | null {
  switch (item.kind) {
    case 'invoice_to_pay':
      return linkOptions({ to: '/invoices', search: { invoice: item.id, pay: true } })
    case 'unbilled_time':
      return linkOptions({ to: '/invoices', search: { hours_of: item.client_id } })
    case 'unpaid_time':
      return linkOptions({
        to: '/payments',
        search: { tab: 'history', view: 'payouts', new: true, payee: item.employee_id },
      })
    default:
      return null
  }
}

/** Performs one-step actions in place; otherwise opens the screen for the action. */
function Act({ item, place }: { item: WaitingDto; place: LinkProps }) {
  if (item.kind === 'week') return <ApproveWeek item={item} />
  if (item.kind === 'late_invoice') return item.reminded_at === null ? <Remind item={item} /> : null
  return (
    <Button
      className={classes.act}
      variant="default"
      size="xs"
      renderRoot={(props) => <Link {...(stepOf(item) ?? place)} {...props} />}
    >
      {OPENS[item.kind]}
    </Button>
  )
}

function ApproveWeek({ item }: { item: Extract<WaitingDto, { kind: 'week' }> }) {
  const review = useReviewWeek()
  const { id, version } = item
  return (
    <Button
      className={classes.act}
      variant="default"
      size="xs"
      loading={review.isPending}
      aria-label={`Approve ${item.user_name}, ${week(item.week_start)}`}
      onClick={() => review.mutate({ id, version, decision: 'approved', note: null })}
    >
      Approve
    </Button>
  )
}

function Remind({ item }: { item: Extract<WaitingDto, { kind: 'late_invoice' }> }) {
  const { remind, busy } = useRemind()
  return (
    <Button
      className={classes.act}
      variant="default"
      size="xs"
      aria-label={`Remind ${item.client_name} about ${item.number}`}
      loading={busy}
      onClick={() => remind(item.id)}
    >
      Remind
    </Button>
  )
}
