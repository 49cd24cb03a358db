import { randomUUID } from 'node:crypto'
import type { TestMailDto } from '#shared/platform.ts'
import { createMailSender } from '../../../adapters/mail.ts'
import type { UserCtx } from '../../../core/context.ts'
import { inlinePictures } from '../queries/attachments.ts'
import { renderMail } from '../templates.ts'

/** Sends an e-mail at once, past the queue, and answers with what the mail server said to it. */
export async function sendTestMail(ctx: UserCtx, input: { recipient: string }): Promise<TestMailDto> {
  const sender = createMailSender(ctx.services.config, ctx.services.log)
  const mail = renderMail(ctx.services.config.appName, {
    recipient: input.recipient,
    subject: `Test mail of ${ctx.services.config.appName}`,
    greeting: 'Hello,',
    paragraphs: [
      `${ctx.actor.name} sent this mail to see whether mails of ${ctx.services.config.appName} arrive. They do.`,
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
