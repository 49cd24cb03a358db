import { randomUUID } from 'node:crypto'
import type { TestMailDto } from '#shared/overview/platform.ts'
import { createMailSender } from '../../../base/adapters/mail.ts'
import type { UserCtx } from '../../../base/core/context.ts'
import { inlinePictures } from '../queries/attachments.ts'
import { renderMail } from '../templates.ts'

/** Sends a mail immediately, bypassing the queue, and returns the mail server's response. */
export async function sendTestMail(ctx: UserCtx, input: { recipient: string }): Promise<TestMailDto> {
  const sender = createMailSender(ctx.services.config, ctx.services.log)
  const mail = renderMail(ctx.services.config.appName, {
    recipient: input.recipient,
    subject: `Test email from ${ctx.services.config.appName}`,
    greeting: 'Hello,',
    paragraphs: [
      `This is a test email from ${ctx.services.config.appName}, sent by ${ctx.actor.name}. Your email settings work.`,
    ],
  })
  try {
    const attachments = await inlinePictures(ctx, mail.html)
    return { delivered: true, reply: await sender.send({ id: randomUUID(), ...mail, attachments }) }
  } catch (error) {
    return { delivered: false, reply: error instanceof Error ? error.message : String(error) }
  } finally {
    sender.close()
  }
}
