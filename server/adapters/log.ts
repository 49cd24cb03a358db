import pino, { type DestinationStream, type Logger } from 'pino'

const SECRETS = ['password', 'token', 'cookie', 'authorization', 'secret', 'cookies', 'set-cookie']

export const LOG_REDACTION = {
  paths: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.headers["${name}"]`]),
  censor: '[redacted]',
}

/** Lines of JSON; anything named like a secret is cut, one level deep too. */
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

/** Gathered in memory for a moment: one write per line would cost more than the line itself. */
const standardOutput = (): DestinationStream =>
  pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 })
