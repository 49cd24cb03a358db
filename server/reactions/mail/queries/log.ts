import type { z } from 'zod'
import type { Page } from '#shared/paging.ts'
import type { MailLogDto, mailLogInput } from '#shared/platform.ts'
import type { Ctx } from '../../../core/context.ts'
import { afterCursor, decodeCursor, toPage, whereSet } from '../../../core/paging.ts'

/** E-mails and what became of them, newest first; never what they say. */
export async function listMails(ctx: Ctx, input: z.output<typeof mailLogInput>): Promise<Page<MailLogDto>> {
  const log = ctx.db
    .selectFrom('mail_outbox')
    .select([
      'id',
      'recipient',
      'subject',
      'status',
      'attempts',
      'last_error',
      'created_at',
      'sent_at',
      'next_attempt_at',
    ])
  const matching = whereSet(log, 'status', input.status)
  const rows = await afterCursor(matching, ['created_at', 'id'], decodeCursor(input.cursor))
    .limit(input.limit + 1)
    .execute()
  return toPage(
    rows,
    input.limit,
    (row) => ({ key: row.created_at, id: row.id }),
    (row) => ({ ...row, next_attempt_at: row.status === 'queued' ? row.next_attempt_at : null }),
  )
}
