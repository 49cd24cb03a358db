import { randomUUID } from 'node:crypto'
import type { TestMailDto } from '#shared/platform.ts'
import type { Scope } from '../../auth/scope.ts'
import type { Db } from '../../db/schema.ts'
import { toInstant } from '../../db/values.ts'
import { AppError, notFound } from '../../errors.ts'
import { renderMail } from '../../mail/templates.ts'
import { createMailSender } from '../../services/mail.ts'
import type { Services } from '../../trpc/context.ts'

/** Sends a mail at once, past the queue, and tells what the mail server said to it. */
export async function sendTestMail(
  { config, log }: Pick<Services, 'config' | 'log'>,
  scope: Scope,
  input: { recipient: string },
): Promise<TestMailDto> {
  const sender = createMailSender(config, log)
  const mail = renderMail(config.appName, {
    recipient: input.recipient,
    subject: `Test mail of ${config.appName}`,
    greeting: 'Hello,',
    paragraphs: [`${scope.name} sent this mail to see whether mails of ${config.appName} arrive. They do.`],
  })
  try {
    return { delivered: true, reply: await sender.send({ id: randomUUID(), ...mail }) }
  } catch (error) {
    return { delivered: false, reply: error instanceof Error ? error.message : String(error) }
  } finally {
    sender.close()
  }
}

/** Puts a mail that failed, or waits for its next try, at the head of the queue. */
export async function retryMail(db: Db, scope: Scope, input: { id: string }): Promise<{ id: string }> {
  const mail = await db
    .selectFrom('mail_outbox')
    .select('status')
    .where('id', '=', input.id)
    .executeTakeFirst()
  if (mail === undefined) throw notFound('This mail')
  const queued = await db
    .updateTable('mail_outbox')
    .set({ status: 'queued', attempts: 0, next_attempt_at: toInstant(scope.now) })
    .where('id', '=', input.id)
    .where('status', '!=', 'sent')
    .where('text', '!=', '')
    .returning('id')
    .executeTakeFirst()
  if (queued === undefined)
    throw new AppError('CONFLICT', 'This mail was delivered, or is too old to be sent again.')
  return queued
}
