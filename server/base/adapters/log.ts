import pino, { type DestinationStream, type Logger } from 'pino'

const SECRETS = ['password', 'token', 'cookie', 'authorization', 'secret', 'cookies', 'set-cookie']

export const LOG_REDACTION = {
  paths: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.headers["${name}"]`]),
  censor: '[redacted]',
}

/** Logs JSON lines; values whose names suggest a secret are redacted, down to one nested level. */
export function createLogger(level: string, destination: DestinationStream = standardOutput()): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: LOG_REDACTION,
    },
    destination,
  )
}

/** Lines beyond this are dropped while they can't be written. */
const MAX_PENDING_BYTES = 1_048_576

/**
 * Buffers output briefly: one write per line would cost more than the line itself. While the log's disk is full, lines
 * are lost; the portal must not stop, and the library's synchronous flush would retry forever.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: 4096,
    maxLength: MAX_PENDING_BYTES,
    periodicFlush: 200,
  })
  let isFailing = false
  output.on('error', () => {
    isFailing = true
  })
  output.on('write', () => {
    isFailing = false
  })
  const flushSync = output.flushSync.bind(output)
  output.flushSync = () => {
    if (!isFailing) flushSync()
  }
  return output
}
