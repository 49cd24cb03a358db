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
  /** Turns every connection away with this greeting, for example `421 4.7.0 Too many connections`. */
  greeting?: string
  /** Offers STARTTLS, with a certificate that no authority signed. */
  startTls?: boolean
}

function answer(refusal?: string): Error | null {
  const [code, ...words] = refusal?.split(' ') ?? []
  return code ? Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }) : null
}

/**
 * A real SMTP server that keeps accepted emails, the passwords it was sent, and the names that clients gave (EHLO) in
 * connections that ended; closed when the test ends.
 */
export async function startSmtp(options: SmtpOptions = {}) {
  const received: ReceivedMail[] = []
  let drops = options.dropMidway ?? 0
  let connections = 0
  const clientNames: string[] = []
  const passwords: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: options.startTls ? [] : ['STARTTLS'],
    logger: false,
    onAuth({ username, password = '' }, session, done) {
      passwords.push(`${password} ${session.secure ? 'encrypted' : 'in clear'}`)
      done(null, { user: username })
    },
    onConnect(_session, done) {
      connections++
      done(answer(options.greeting))
    },
    onClose(session) {
      clientNames.push(session.hostNameAppearsAs)
    },
    onRcptTo(_address, _session, done) {
      done(answer(options.refuse))
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
  /** Cuts off all clients. */
  const cutConnections = () => {
    for (const connection of server.connections) connection._socket.destroy()
  }
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    clientNames,
    passwords,
    cutConnections,
    connections: () => connections,
  }
}
