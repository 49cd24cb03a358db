import type { z } from 'zod'
import type { ClientCreditDto } from '#shared/money/invoices/credit.ts'
import type { clientCreditInput } from '#shared/money/invoices/schemas/credit.ts'
import { notFound } from '../../../../base/core/calls/errors.ts'
import type { UserCtx } from '../../../../base/core/context.ts'
import { pageAfter } from '../../../../base/core/rows/paging.ts'
import { inAgency } from '../../../../base/core/rows/reach.ts'
import { selectFrom } from '../../../../base/core/rows/rows.ts'
import { sumOf } from '../../../../base/db/engines/dialect.ts'

/** A client's credit balance and a page of its history, for the agency and people who see the client's bills. */
export async function getClientCredit(
  ctx: UserCtx,
  input: z.output<typeof clientCreditInput>,
): Promise<ClientCreditDto> {
  const client = await selectFrom(ctx, 'clients')
    .select(['id', 'agency_id'])
    .where('id', '=', input.client_id)
    .executeTakeFirst()
  const seesBills = ctx.reach.kind !== 'contributor' && ctx.reach.seesBilling
  if (client === undefined || !seesBills) throw notFound('This client')
  const books = inAgency(ctx, { agencyId: client.agency_id })
  const credits = selectFrom(books, 'client_credits').where('client_credits.client_id', '=', client.id)
  const isClient = ctx.reach.kind === 'client'
  const [balances, { items: movements, nextCursor }] = await Promise.all([
    credits
      .select((eb) => ['currency', sumOf<number>(eb.ref('amount')).as('amount')])
      .groupBy('currency')
      .orderBy('currency')
      .execute(),
    pageAfter(
      credits
        .leftJoin('invoices', 'invoices.id', 'client_credits.invoice_id')
        .leftJoin('payments', 'payments.id', 'client_credits.payment_id')
        .select([
          'client_credits.id',
          'client_credits.created_at',
          'client_credits.occurred_on',
          'client_credits.kind',
          'client_credits.amount',
          'client_credits.currency',
          'client_credits.invoice_id',
          'client_credits.payment_id',
          'client_credits.note',
          'invoices.number',
          'payments.refunded',
          'payments.reversed',
        ]),
      ['client_credits.created_at', 'client_credits.id'],
      input,
      ({ created_at: _created, occurred_on, number, note, kind, refunded, reversed, ...movement }) => ({
        ...movement,
        kind: kind === 'refunded' && isReversed({ refunded, reversed }) ? ('reversed' as const) : kind,
        date: occurred_on,
        invoice_number: number,
        // The agency's reason is internal.
        note: isClient ? null : note,
      }),
    ),
  ])
  return { balances: balances.filter(({ amount }) => amount !== 0), movements, nextCursor }
}

/** Whether all that was taken from the credit again had never been received. */
const isReversed = ({ refunded, reversed }: { refunded: number | null; reversed: number | null }): boolean =>
  reversed !== null && reversed > 0 && reversed === refunded
