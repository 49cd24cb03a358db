import { dateInZone } from '#shared/base/dates.ts'
import { pauseWords } from '#shared/money/autopay/autopay.ts'
import { ACCOUNT_REFUSED, REQUEST_REFUSED } from '../../../base/adapters/payments/payment-provider.ts'
import { AppError } from '../../../base/core/calls/errors.ts'
import type { Ctx, Tx } from '../../../base/core/context.ts'
import { record } from '../../../base/core/events.ts'
import { whereSet } from '../../../base/core/rows/paging.ts'
import { inAgency } from '../../../base/core/rows/reach.ts'
import { selectFrom, updateTable } from '../../../base/core/rows/rows.ts'
import { transactIn } from '../../../base/core/transaction.ts'
import { stopWork } from '../../../base/core/work/commands.ts'
import { workThrough } from '../../../base/core/work/work-through.ts'
import { toInstant } from '../../../base/db/values.ts'
import { invoiceItem } from '../../invoices/rules.ts'
import { accountItem } from '../../payments/book/queries/account-items.ts'
import { INTERRUPTED } from '../../payments/rules.ts'
import { autopayRulesOf } from '../queries/rules.ts'
import { attemptKey, nextTry } from '../rules.ts'
import { chargeOf } from './charge-of.ts'
import { pauseMandate } from './pause.ts'
import { writeNoticeOfRetry } from './write-notice.ts'

/** Processes the results of attempts whose payment has finished, for one invoice or for all. */
export async function settleAttempts(ctx: Ctx, invoiceId?: string): Promise<void> {
  const open = await whereSet(openAttempts(ctx), 'invoices.id', invoiceId).execute()
  // A charge that is retried on request is settled with it.
  const working = { work: 'autopay-result', within: ['autopay-charge'], of: itemOf } as const
  await workThrough(ctx, working, open, async (attempt) => {
    const payment = await selectFrom(ctx, 'payments')
      .select(['status', 'account', 'failure_code', 'failure_message'])
      .where('request_key', '=', attemptKey(attempt.invoice_id, attempt.number))
      .executeTakeFirst()
    if (payment === undefined || payment.status === 'pending') return
    await transactIn(ctx, attempt.agency_id, (tx) => settleAttempt(tx, attempt, payment))
  })
}

const openAttempts = (ctx: Ctx) =>
  selectFrom(ctx, 'autopay_attempts')
    .innerJoin('invoices', 'invoices.id', 'autopay_attempts.invoice_id')
    .innerJoin('clients', 'clients.id', 'invoices.client_id')
    .innerJoin('agencies', 'agencies.id', 'autopay_attempts.agency_id')
    .selectAll('autopay_attempts')
    .select(['invoices.number as invoice_number', 'invoices.client_id', 'invoices.issuer_name'])
    .select(['clients.name as client_name', 'clients.email as client_email', 'agencies.timezone'])
    .where('autopay_attempts.outcome', '=', 'pending')
    .orderBy('autopay_attempts.created_at')

type OpenAttempt = Awaited<ReturnType<ReturnType<typeof openAttempts>['executeTakeFirstOrThrow']>>

const itemOf = ({ invoice_id, agency_id, invoice_number }: OpenAttempt) =>
  invoiceItem({ id: invoice_id, agency_id, number: invoice_number })

interface Ended {
  status: string
  account: string
  failure_code: string | null
  failure_message: string | null
}

async function settleAttempt(caller: Tx, attempt: OpenAttempt, payment: Ended): Promise<void> {
  const tx = inAgency(caller, { agencyId: attempt.agency_id, zone: attempt.timezone })
  const isActive = await isMandateActive(tx, attempt.mandate_id)
  const today = dateInZone(tx.now, attempt.timezone)
  if (payment.status !== 'failed') return void (await close(tx, attempt, { outcome: 'succeeded' }))
  const { failure_code: reason, failure_message: message } = payment
  if (reason === INTERRUPTED || reason === ACCOUNT_REFUSED || reason === REQUEST_REFUSED) {
    // The card wasn't charged: it is retried without notifying its holder.
    const outcome = { outcome: 'interrupted', reason, message, next_on: isActive ? today : null } as const
    if (await close(tx, attempt, outcome)) await stopIfRefused(tx, attempt, payment)
    return
  }
  const { retry_days: retryDays } = await autopayRulesOf(tx, attempt.agency_id)
  const declines = 1 + (await declinesBefore(tx, attempt))
  const retry = isActive ? nextTry(reason, { declines, retryDays, today }) : null
  const nextOn = retry && (await installmentBefore(tx, attempt, { today, retry }))
  if (!(await close(tx, attempt, { outcome: 'declined', reason, message, next_on: nextOn }))) return
  if (nextOn !== null) await writeNoticeOfRetry(tx, attempt, nextOn)
  const paused =
    isActive && nextOn === null && (await pauseMandate(tx, attempt.mandate_id, reason ?? 'card_declined'))
  const { invoice_id: id, agency_id: agency, invoice_number: number } = attempt
  await record(tx, 'autopay.declined', {
    ...(await chargeOf(tx, { ...attempt, id, agency, number }, attempt.amount)),
    card: { brand: attempt.card_brand, last4: attempt.card_last4 },
    words: reason === null ? (message ?? pauseWords('')) : declineWords(reason, message),
    nextOn,
    paused,
  })
}

/** A retry would be refused, too, until the owner has corrected something. */
async function stopIfRefused(tx: Tx, attempt: OpenAttempt, payment: Ended): Promise<void> {
  if (payment.failure_code === ACCOUNT_REFUSED) {
    const reason = new AppError('CONFLICT', 'The payment provider rejected the account or its key.')
    await stopWork(tx, 'autopay-account', await accountItem(tx, payment.account), reason)
  } else if (payment.failure_code === REQUEST_REFUSED) {
    const reason = new AppError('CONFLICT', payment.failure_message ?? '')
    await stopWork(tx, 'autopay-charge', itemOf(attempt), reason)
  }
}

/** The day of a retry, or of an installment due before it, which is charged at the same time. */
async function installmentBefore(
  tx: Tx,
  { invoice_id }: OpenAttempt,
  { today, retry }: { today: string; retry: string },
): Promise<string> {
  const next = await selectFrom(tx, 'invoice_instalments')
    .select('due_on')
    .where('invoice_id', '=', invoice_id)
    .where('due_on', '>', today)
    .where('due_on', '<', retry)
    .orderBy('due_on')
    .executeTakeFirst()
  return next?.due_on ?? retry
}

const declineWords = (reason: string, message: string | null): string =>
  reason === 'authentication_required' || reason === 'expired_card'
    ? pauseWords(reason)
    : (message ?? pauseWords(reason))

async function isMandateActive(tx: Tx, id: string): Promise<boolean> {
  const active = await selectFrom(tx, 'autopay_mandates')
    .select('id')
    .where('id', '=', id)
    .where('paused_at', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return active !== undefined
}

/** Returns false if it has already been settled. */
async function close(
  tx: Tx,
  { invoice_id, number }: OpenAttempt,
  outcome: Pick<OpenAttempt, 'outcome'> & Partial<Pick<OpenAttempt, 'reason' | 'message' | 'next_on'>>,
): Promise<boolean> {
  const closed = await updateTable(tx, 'autopay_attempts')
    .set({ ...outcome, updated_at: toInstant(tx.now) })
    .where('invoice_id', '=', invoice_id)
    .where('number', '=', number)
    .where('outcome', '=', 'pending')
    .returning('number')
    .executeTakeFirst()
  return closed !== undefined
}

/** Of the same installment, because each has its own retries. */
async function declinesBefore(tx: Tx, { invoice_id, number, charged_on }: OpenAttempt): Promise<number> {
  const { count } = await selectFrom(tx, 'autopay_attempts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('invoice_id', '=', invoice_id)
    .where('outcome', '=', 'declined')
    .where('number', '<', number)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('invoice_instalments as later')
            .select('later.position')
            .whereRef('later.invoice_id', '=', 'autopay_attempts.invoice_id')
            .whereRef('later.due_on', '>', 'autopay_attempts.charged_on')
            .where('later.due_on', '<=', charged_on),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return count
}
