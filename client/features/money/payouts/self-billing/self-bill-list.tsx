import { Anchor, Text } from '@mantine/core'
import { ShowMore } from '#client/components/lists/show-more.tsx'
import { byCursor, trpc } from '#client/lib/queries/trpc.ts'
import { formatDate } from '#client/lib/time/dates.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import { type SelfBillDto, selfBillAddress } from '#shared/money/self-billing.ts'
import classes from '../payouts.module.css'

/** A contributor's self-billed documents and their cancellations, newest first; hidden if there are none. */
export function SelfBillList({ employeeId }: { employeeId: string }) {
  const list = trpc.payouts.selfBills.useInfiniteQuery({ employee_id: employeeId, limit: 10 }, byCursor)
  const documents = list.data?.pages.flatMap((page) => page.items) ?? []
  if (documents.length === 0) return null
  return (
    <div>
      <ul className={classes.batches} aria-label="Self-billed documents">
        {documents.map((document) => (
          <SelfBillRow key={document.id} document={document} />
        ))}
      </ul>
      <ShowMore query={list} mt="xs" label="Show more documents" />
    </div>
  )
}

function SelfBillRow({ document }: { document: SelfBillDto }) {
  const { number, title, issued_on, canceled_by, cancels_number, reason } = document
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Anchor href={selfBillAddress(document.id)} download fw={500}>
          {number}
        </Anchor>
        <Text size="sm" c="dimmed" className={classes.words}>
          {`${title}, ${formatDate(issued_on)}`}
          {canceled_by !== null && `, canceled by ${canceled_by}`}
          {cancels_number !== null && ` of ${cancels_number}: ${reason}`}
        </Text>
      </div>
      <Text size="sm" className={classes.amount}>
        {formatCharged(document.net + document.tax, document.currency)}
      </Text>
    </li>
  )
}
