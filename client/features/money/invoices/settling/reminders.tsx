import { Button, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Section } from '#client/components/records/detail-parts.tsx'
import { RelativeTime } from '#client/components/records/relative-time.tsx'
import { trpc } from '#client/lib/queries/trpc.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import { formatCharged } from '#shared/base/amounts/money.ts'
import type { InvoiceDto } from '#shared/money/invoices/invoices.ts'
import { useRemind } from '../invoice/use-remind.ts'

/** Past and scheduled reminders, with a button to send one now. */
export function Reminders({ invoice }: { invoice: InvoiceDto }) {
  const { remind, busy } = useRemind()
  return (
    <Section
      title="Reminders"
      action={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconBell size={14} aria-hidden />}
          loading={busy}
          onClick={() => remind(invoice.id)}
        >
          Remind now
        </Button>
      }
    >
      <Text size="sm" component="div">
        {invoice.reminded_at === null ? (
          'No reminders sent yet.'
        ) : (
          <>
            Last reminder <RelativeTime instant={invoice.reminded_at} />
          </>
        )}
      </Text>
      {invoice.reopened > 0 ? (
        <Reopened invoice={invoice} />
      ) : (
        <Text size="sm" c="dimmed">
          {`${invoice.clientName} receives email reminders three days before the due date, on the due date, and one week, two weeks and one month after it.`}
        </Text>
      )}
    </Section>
  )
}

/** Says why an invoice that is due again isn't collected, with a button to collect it. */
function Reopened({ invoice: { id, number, reopened, currency } }: { invoice: InvoiceDto }) {
  const collect = trpc.invoices.collectAgain.useMutation({
    onSuccess: () =>
      toast({
        title: 'Collection resumed',
        message: `Reminders and late fees of ${number} count from today.`,
      }),
    onError: errorToast('Failed to resume the collection'),
  })
  return (
    <>
      <Text size="sm" c="dimmed">
        {`Automatic reminders, late fees and autopay are off, because ${formatCharged(reopened, currency)} was refunded without a credit note or lost in a dispute. Issue a credit note if it’s no longer owed. Otherwise, collect it again: deadlines then count from today, and autopay charges only on a due date still to come.`}
      </Text>
      <Button
        size="xs"
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        loading={collect.isPending}
        onClick={() => collect.mutate({ id })}
      >
        Collect again
      </Button>
    </>
  )
}
