import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Config } from '../core/config.ts'

export interface OutgoingMail {
  /** Stays the same over all attempts, so that a receiver can tell a repeated mail. */
  id: string
  recipient: string
  /** What the head shows instead of the recipient. */
  shown?: { to: string[]; cc: string[] }
  subject: string
  text: string
  html: string
  /** With a `cid`, pictures within the mail, which its HTML names by it. */
  attachments?: { filename: string; content: Buffer; contentType: string; cid?: string }[]
}

export interface MailSender {
  /** Resolves to what the receiving side said; rejects when the mail was not taken over. */
  send: (mail: OutgoingMail) => Promise<string>
  close: () => void
}

const TIMEOUT_MS = 20_000

/** SMTP where `SMTP_URL` is set, else one .eml file for each mail in the data folder's `outbox`. */
export function createMailSender(config: Config, log: Logger): MailSender {
  return config.smtpUrl === null ? createFileSender(config, log) : createSmtpSender(config, config.smtpUrl)
}

function createSmtpSender(config: Config, url: string): MailSender {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  return {
    async send(mail) {
      const { response } = await transport.sendMail(toMessage(config, mail))
      return response
    },
    close: () => transport.close(),
  }
}

function createFileSender(config: Config, log: Logger): MailSender {
  const folder = join(config.dataDir, 'outbox')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(toMessage(config, mail))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${mail.id}.eml`)
      await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${path}.part`, path)
      log.info({ subject: mail.subject, path }, 'mail written to the outbox folder (SMTP_URL is not set)')
      return `Written to ${path}`
    },
    close: () => transport.close(),
  }
}

/** An object, which is never read as a list of several. */
const addressed = (address: string) => ({ name: '', address })

const toMessage = (config: Config, mail: OutgoingMail) => ({
  from: config.mailFrom,
  to: (mail.shown?.to ?? [mail.recipient]).map(addressed),
  ...(mail.shown && {
    cc: mail.shown.cc.map(addressed),
    envelope: { from: config.mailFrom, to: [mail.recipient] },
  }),
  subject: mail.subject,
  text: mail.text,
  attachments: mail.attachments,
  html: mail.html,
  messageId: `<${mail.id}@${new URL(config.publicUrl).hostname}>`,
})
