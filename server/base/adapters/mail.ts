import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Config } from '../core/config.ts'
import { storable } from '../core/plain-text.ts'
import { showEmails } from '../core/shown-emails.ts'
import { mayBePublicHost } from './public-http.ts'

export interface OutgoingMail {
  /** The same for every attempt, so that receivers can detect duplicates. */
  id: string
  recipient: string
  /** The To and Cc headers, if they differ from the recipient. */
  shown?: { to: string[]; cc: string[] }
  /** Sender name shown with the portal's address, instead of the portal's name. */
  fromName?: string | null
  /** The Reply-To address; null for the portal's own. */
  replyTo?: string | null
  /** Whether it is sent by a person, not by a program. */
  byPerson?: boolean
  /** The URL that the recipient's mail program calls to unsubscribe. */
  unsubscribeUrl?: string | null
  subject: string
  text: string
  html: string
  /** Attachments with a `cid` are inline images that the HTML refers to. */
  attachments?: { filename: string; content: Buffer; contentType: string; cid?: string }[]
}

export interface MailSender {
  /** Resolves to the server's response; rejects if the mail wasn't accepted. */
  send: (mail: OutgoingMail) => Promise<string>
  close: () => void
}

/** To connect, and for the server's greeting. */
const TIMEOUT_MS = 20_000
/**
 * How long a server may take to accept a mail (RFC 5321, 4.5.3.2.6): sending one again that it was still checking
 * would deliver it twice.
 */
const ANSWER_MS = 600_000
/** Some servers count idle connections, too. */
const IDLE_MS = 30_000
/** Unless SMTP_URL sets another number. */
const CONNECTIONS = 10

/** Uses SMTP if `SMTP_URL` is set, and otherwise writes .eml files to `outbox` in the data folder. */
export function createMailSender(config: Config, log: Logger): MailSender {
  return config.smtpUrl === null ? createFileSender(config, log) : createSmtpSender(config, config.smtpUrl)
}

const smtpTransport = (config: Config, url: string, socketTimeout = ANSWER_MS) =>
  createTransport({
    url,
    name: clientName(config, url),
    requireTLS: needsTls(new URL(url)),
    // Servers limit connections and sign-ins.
    pool: true,
    maxConnections: CONNECTIONS,
    idleTimeout: IDLE_MS,
    // Only if the server closed the connection before the mail was sent.
    maxRequeues: 1,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout,
  })

/** How many mails may be sent at once, so that none waits for a connection while it is leased. */
export const connectionsTo = (smtpUrl: string | null): number =>
  Number((smtpUrl !== null && new URL(smtpUrl).searchParams.get('maxConnections')) || CONNECTIONS)

/**
 * The client's name for mail servers (EHLO): strict ones refuse a container's, which isn't a domain.
 * Undefined for nodemailer's default.
 */
function clientName({ publicUrl }: Config, url: string): string | undefined {
  const { hostname } = new URL(publicUrl)
  const isDomain = hostname.includes('.') && isIP(hostname) === 0
  return new URL(url).searchParams.get('name') ?? (isDomain ? hostname : undefined)
}

/** Whether the password in the URL would cross the internet in clear if the server offers no TLS. */
const needsTls = ({ protocol, hostname, password, searchParams }: URL): boolean =>
  protocol === 'smtp:' &&
  password !== '' &&
  mayBePublicHost(hostname) &&
  searchParams.get('requireTLS') !== 'false' &&
  searchParams.get('ignoreTLS') !== 'true'

/** Throws if the server can't be reached or refuses the sign-in. */
export async function checkMailServer(config: Config, url: string): Promise<void> {
  const transport = smtpTransport(config, url, TIMEOUT_MS)
  try {
    await transport.verify()
  } catch (error) {
    throw explain(error, new URL(url))
  } finally {
    transport.close()
  }
}

function createSmtpSender(config: Config, url: string): MailSender {
  const transport = smtpTransport(config, url)
  return {
    async send(mail) {
      try {
        const { response } = await transport.sendMail(toMessage(config, mail))
        return response
      } catch (error) {
        throw explain(error, new URL(url))
      }
    },
    close: () => transport.close(),
  }
}

const TOO_MANY = /\b4\d\d[ -].*(too many.*(connection|session|log.?in)|(connection|session|thread)s? limit)/is

/** If only one side uses TLS from the start, OpenSSL's error is obscure, or both sides wait for the other. */
function explain(error: unknown, url: URL): unknown {
  const { protocol, host } = url
  const message = error instanceof Error ? error.message : ''
  if (protocol === 'smtps:' && /SSL routines|wrong version number|ERR_SSL/.test(message)) {
    return new Error(
      `The mail server at ${host} doesn’t expect TLS from the start. Use smtp:// in SMTP_URL: the connection then switches to TLS if the server offers it (STARTTLS).`,
      { cause: error },
    )
  }
  if (protocol === 'smtp:' && message.includes('Greeting never received')) {
    return new Error(
      `The mail server at ${host} sent no greeting. If it expects TLS from the start, as on port 465, use smtps:// in SMTP_URL.`,
      { cause: error },
    )
  }
  if (needsTls(url) && /^Error upgrading connection|required STARTTLS/.test(message)) {
    return new Error(
      `The mail server at ${host} can’t switch to TLS (STARTTLS), so the password in SMTP_URL was not sent. If it is on a network that you trust, append /?requireTLS=false to SMTP_URL.`,
      { cause: error },
    )
  }
  const { response } = error as { response?: string }
  if (response !== undefined && TOO_MANY.test(response)) {
    return new Error(
      `The mail server at ${host} accepts fewer connections: append /?maxConnections=2 to SMTP_URL, for instance. It says: ${response}`,
      { cause: error },
    )
  }
  return error
}

const outboxFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'outbox')

/** What the portal writes there, even if it was interrupted. */
const WRITTEN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.eml(\.part)?$/

/** Deletes the mails written to the outbox folder before that time, but no other files. */
export async function deleteWrittenMails(config: Pick<Config, 'dataDir'>, before: Date): Promise<void> {
  const folder = outboxFolder(config)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names.filter((one) => WRITTEN.test(one))) {
    const path = join(folder, name)
    // Another process may have deleted it.
    const written = await stat(path).catch(() => null)
    if (written?.isFile() && written.mtime < before) await rm(path, { force: true })
  }
}

function createFileSender(config: Config, log: Logger): MailSender {
  const folder = outboxFolder(config)
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

/** The name in `Name <address>`, which may be quoted. */
const nameIn = (mailbox: string): string =>
  mailbox
    .replace(/<?[^<>\s]+>?$/, '')
    .trim()
    .replace(/^"(.*)"$/, '$1')

/** Objects, unlike strings, are never parsed as lists of addresses. */
const addressed = (address: string) => ({ name: '', address })

/** From `Name <address>` or a plain address, both allowed in the configuration. */
const bareAddress = (mailbox: string): string => /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox

/**
 * Automatic mail suppresses out-of-office replies (RFC 3834, and Exchange) and can be unsubscribed from (RFC 2369
 * and 8058).
 */
const headersOf = ({ byPerson = false, unsubscribeUrl }: OutgoingMail) => ({
  headers: {
    ...(!byPerson && { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' }),
    ...(unsubscribeUrl?.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  },
  ...(unsubscribeUrl && { list: { unsubscribe: unsubscribeUrl } }),
})

/** Headers are single lines, even once decoded. */
const headerText = (text: string): string => storable(text).replace(/\s+/g, ' ').trim()

const toMessage = (config: Config, mail: OutgoingMail) => ({
  from: {
    name: headerText(mail.fromName || nameIn(config.mailFrom)),
    address: bareAddress(config.mailFrom),
  },
  ...(mail.replyTo && { replyTo: addressed(mail.replyTo) }),
  to: (mail.shown?.to ?? [mail.recipient]).map(addressed),
  ...(mail.shown && {
    cc: mail.shown.cc.map(addressed),
    envelope: { from: bareAddress(config.mailFrom), to: [mail.recipient] },
  }),
  subject: headerText(showEmails(mail.subject)),
  text: storable(showEmails(mail.text)),
  attachments: mail.attachments?.map((file) => ({ ...file, filename: headerText(file.filename) })),
  html: storable(showEmails(mail.html)),
  ...headersOf(mail),
  messageId: `<${mail.id}@${new URL(config.publicUrl).hostname}>`,
})
