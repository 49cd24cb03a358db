import type { z } from 'zod'
import type { Page } from '#shared/base/paging.ts'
import type { MailLogDto } from '#shared/overview/platform.ts'
import type { mailLogInput } from '#shared/overview/schemas/platform.ts'
import { notFound } from '../../../base/core/calls/errors.ts'
import type { Ctx } from '../../../base/core/context.ts'
import { pageAfter, whereSet } from '../../../base/core/rows/paging.ts'

/** Mails and their status, newest first, without their content. */
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
  return pageAfter(matching, ['created_at', 'id'], input, (row) => ({
    ...row,
    next_attempt_at: row.status === 'queued' ? row.next_attempt_at : null,
  }))
}

/** Whom a mail is for; throws NOT_FOUND if there is none. */
export async function getMail(ctx: Ctx, id: string): Promise<Pick<MailLogDto, 'recipient' | 'subject'>> {
  const mail = await ctx.db
    .selectFrom('mail_outbox')
    .select(['recipient', 'subject'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (mail === undefined) throw notFound('This email')
  return mail
}
