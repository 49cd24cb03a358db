import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export interface ReceivedMail {
  recipients: string[]
  content: string
}

export interface SmtpOptions {
  /** Drops the connection during this many emails before accepting any. */
  dropMidway?: number
  /** Answers every recipient with this refusal, for example `550 5.1.1 No such user`. */
  refuse?: string
}

/**
 * A real SMTP server that keeps accepted emails, and the names that clients gave (EHLO) in connections that ended;
 * closed when the test ends.
 */
export async function startSmtp(options: SmtpOptions = {}) {
  const received: ReceivedMail[] = []
  let drops = options.dropMidway ?? 0
  let connections = 0
  const clientNames: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onConnect(_session, done) {
      connections++
      done()
    },
    onClose(session) {
      clientNames.push(session.hostNameAppearsAs)
    },
    onRcptTo(_address, _session, done) {
      const [code, ...words] = options.refuse?.split(' ') ?? []
      done(code ? Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }) : null)
    },
    onData(stream, session, done) {
      let content = ''
      stream.on('data', (chunk) => {
        content += chunk
        if (drops === 0) return
        drops--
        cutConnections()
      })
      stream.on('end', () => {
        received.push({ recipients: session.envelope.rcptTo.map((to) => to.address), content })
        done()
      })
    },
  })
  const cutConnections = () => {
    for (const connection of server.connections) connection._socket.destroy()
  }
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received, clientNames, connections: () => connections }
}
