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

/** Buffers output briefly: one write per line would cost more than the line itself. */
const standardOutput = (): DestinationStream =>
  pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 })
