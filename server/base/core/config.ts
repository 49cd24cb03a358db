import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { storedEmail } from '#shared/base/text/email.ts'
import {
  ABSOLUTE,
  CONNECTIONS,
  ENCODE,
  HTTP_ADDRESS,
  hasConnections,
  isEncoded,
  isFileAddress,
  isHttpUrl,
  isNamePrefix,
  isOrigin,
  isPostgresAddress,
  isSmtpUrl,
  namesOneHost,
  ONE_HOST,
  SMTP_ADDRESS,
} from './startup/addresses.ts'
import { InvalidSettings } from './startup/failed-start.ts'
import { findMisspelled } from './startup/misspelled.ts'
import { senderWarning, usualSender } from './startup/usual-sender.ts'
import { findMiswritten, valueInWords, valuesIn } from './startup/written-values.ts'

const flag = z
  .enum(['', '0', '1', 'true', 'false', 'on', 'off'])
  .default('')
  .transform((value) => value === '1' || value === 'true' || value === 'on')

const optional = z
  .string()
  .default('')
  .transform((value) => (value === '' ? null : value))

const otherPostgres = optional
  .refine(isPostgresAddress, 'must start with postgres://')
  .refine(namesOneHost, ONE_HOST)
  .refine(isEncoded, ENCODE)

const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Whether a URL leads only to this machine. */
export const isLocal = (url: string): boolean => LOCAL.test(new URL(url).hostname)

/** A bucket's settings, which share a prefix. */
const bucketShape = <Owner extends string>(owner: Owner) =>
  ({
    [`${owner}_S3_BUCKET`]: optional,
    [`${owner}_S3_ENDPOINT`]: optional.refine(isHttpUrl, HTTP_ADDRESS),
    [`${owner}_S3_REGION`]: optional,
    [`${owner}_S3_PATH_STYLE`]: optional.refine(
      (value) => value === null || /^[01]$/.test(value),
      'must be 0 or 1',
    ),
    [`${owner}_S3_ACCESS_KEY_ID`]: optional,
    [`${owner}_S3_SECRET_ACCESS_KEY`]: optional,
    [`${owner}_S3_PREFIX`]: optional.refine(
      isNamePrefix,
      'must be letters, digits, - _ . and single slashes, without . or .. as a name',
    ),
  }) as Record<`${Owner}_S3_${BucketSetting}`, typeof optional>

type BucketSetting =
  | 'BUCKET'
  | 'ENDPOINT'
  | 'REGION'
  | 'PATH_STYLE'
  | 'ACCESS_KEY_ID'
  | 'SECRET_ACCESS_KEY'
  | 'PREFIX'

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: optional.transform((host) => host?.replace(/^\[(.*)\]$/, '$1') ?? null),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: z
    .string()
    .regex(/^(file:|postgres(ql)?:\/\/)/, 'must start with file: or postgres://')
    .refine(isFileAddress, ABSOLUTE)
    .refine(namesOneHost, ONE_HOST)
    .refine((text) => !isPostgresAddress(text) || isEncoded(text), ENCODE)
    .optional(),
  DATABASE_DIRECT_URL: otherPostgres,
  DATABASE_READ_URL: otherPostgres,
  PUBLIC_URL: optional.refine(isOrigin, `${HTTP_ADDRESS} without a path, such as https://portal.example.com`),
  APP_NAME: z.string().trim().min(1).max(60).default('Foyer'),
  DEMO: flag,
  ALLOW_TEST_PAYMENTS: flag,
  SMTP_URL: optional
    .refine(isEncoded, ENCODE)
    .refine((text) => !isEncoded(text) || isSmtpUrl(text), SMTP_ADDRESS)
    .refine(hasConnections, CONNECTIONS),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>@]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'must be an address, or Name <address>')
    .optional(),
  MAIL_RECIPIENTS_PER_HOUR: z.coerce.number().int().min(1).max(10_000_000).default(5000),
  STRIPE_SECRET_KEY: optional,
  STRIPE_PUBLISHABLE_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_CONNECT_WEBHOOK_SECRET: optional,
  STRIPE_API_BASE: optional.refine(isHttpUrl, HTTP_ADDRESS),
  VIES_URL: optional.refine(isHttpUrl, HTTP_ADDRESS),
  REQUIRE_EMAIL_VERIFICATION: flag,
  PASSWORD_MIN_LENGTH: z.coerce.number().int().min(6).max(128).default(6),
  ENFORCE_PLAN_LIMITS: flag,
  STORAGE_LIMIT_GB: z.coerce.number().int().min(1).max(1_000_000).optional(),
  ...bucketShape('FILES'),
  BACKUP_KEY: optional,
  ...bucketShape('BACKUP'),
  BACKUP_S3_EVERY_HOURS: z.coerce.number().int().min(1).max(168).default(24),
  BACKUP_S3_KEEP: z.coerce.number().int().min(1).max(1000).default(14),
  ADMIN_EMAIL: optional.refine(
    (text) => text === null || storedEmail(text) !== null,
    'must be an email address',
  ),
  ADMIN_PASSWORD: optional,
  METRICS_TOKEN: optional.refine(
    (text) => text === null || /^\S{16,}$/.test(text),
    'must be at least 16 characters without spaces',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  ALERT_BACKUP_HOURS: z.coerce.number().min(1).max(10_000).default(30),
  ALERT_DISK_FREE_GB: z.coerce.number().min(0).max(1_000_000).default(2),
  ALERT_OUTBOX_MINUTES: z.coerce.number().min(1).max(100_000).default(30),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

/** The names of all settings, as environment variables. */
export const SETTINGS = Object.keys(environment.shape)

/** A bucket of an S3-compatible service. */
export interface BucketSettings {
  bucket: string
  /** Null for Amazon S3. */
  endpoint: string | null
  region: string
  /** Whether the bucket's name is in the path instead of the host name, unless it is Amazon S3. */
  pathStyle: boolean
  /** Null leaves it to the SDK, which uses the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  /** The common prefix of all object names: empty or ending in a slash. */
  prefix: string
}

export interface Config {
  port: number
  /** Null listens on all IPv4 and IPv6 addresses. */
  host: string | null
  dataDir: string
  databaseUrl: string
  /** The same database, bypassing the pooler in `databaseUrl`; null if that is direct. */
  databaseDirectUrl: string | null
  /** A read replica for reports and search; null to use the primary. */
  databaseReadUrl: string | null
  /** Without a trailing slash; the base of all links in mails. */
  publicUrl: string
  appName: string
  demo: boolean
  /**
   * Lets the built-in test provider accept cards outside demo mode: invoices are marked as paid without any
   * money moving.
   */
  allowTestPayments: boolean
  smtpUrl: string | null
  mailFrom: string
  /** The maximum number of recipients of manually sent mails per hour, across all agencies. */
  mailRecipientsPerHour: number
  stripe: {
    secretKey: string
    publishableKey: string
    webhookSecret: string | null
    apiBase: string | null
  } | null
  /** The service that checks VAT numbers; null for the European Commission's. */
  viesUrl: string | null
  /** The base URL of Stripe's API; null for Stripe's own. */
  stripeApiBase: string | null
  /** The secret of the webhook endpoint for connected accounts. */
  connectWebhookSecret: string | null
  requireEmailVerification: boolean
  passwordMinLength: number
  enforcePlanLimits: boolean
  /** The storage limit per agency on any plan; null for no limit. */
  storageLimitGb: number | null
  /** Defaults from the environment, which the platform's settings override. */
  defaults: { appName: string; enforcePlanLimits: boolean }
  /** The bucket that stores files; null for the data folder. */
  filesBucket: BucketSettings | null
  backupKey: string | null
  /** An additional destination for backups, how often to back up, and how many to keep. */
  backupBucket: (BucketSettings & { everyHours: number; keep: number }) | null
  /** The platform administrator to create at the first start. */
  firstAdmin: { email: string; password: string } | null
  /**
   * The token required to read metrics; null allows only this machine, and only while no public address is
   * configured.
   */
  metricsToken: string | null
  /** Where traces are sent by OTLP over HTTP; null disables tracing. */
  tracesUrl: string | null
  /** The fraction of requests traced, from 0 to 1; a trusted proxy's sampling decision takes precedence. */
  tracesShare: number
  /** The thresholds for alerting the platform's administrators. */
  alerts: { backupHours: number; diskFreeGb: number; outboxMinutes: number }
  /** The number of trusted reverse proxies in front. */
  trustProxy: number
  /** How long requests are still accepted after `/readyz` starts to fail. */
  shutdownDelaySeconds: number
  logLevel: string
  /** Warnings for the log: what may be misspelled, and what is risky. */
  warnings: string[]
}

/** Reads the environment variables; throws one error that lists every invalid value. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = environment.safeParse(valuesIn(env), { error: valueInWords })
  const names = findMisspelled(env, SETTINGS)
  const values = findMiswritten(env, SETTINGS)
  const isNamed = (path: PropertyKey[]) =>
    values.certain.some((text) => text.startsWith(`${path.join('.')}: `))
  const problems = [
    ...(parsed.error?.issues ?? [])
      .filter(({ path }) => !isNamed(path))
      .map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...values.certain,
    ...brokenPairs(env),
    ...names.certain,
  ]
  if (!parsed.success || problems.length > 0) {
    throw new InvalidSettings(
      `The configuration is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
  }
  const value = parsed.data
  // People may type capitals or a trailing slash.
  const publicUrl = new URL(value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).origin
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL ?? `file:${join(value.DATA_DIR, 'foyer.db')}`,
    databaseDirectUrl: value.DATABASE_DIRECT_URL,
    databaseReadUrl: value.DATABASE_READ_URL,
    publicUrl,
    appName: value.APP_NAME,
    demo: value.DEMO,
    allowTestPayments: value.ALLOW_TEST_PAYMENTS,
    smtpUrl: value.SMTP_URL,
    mailRecipientsPerHour: value.MAIL_RECIPIENTS_PER_HOUR,
    mailFrom: value.MAIL_FROM ?? `${value.APP_NAME} <${usualSender(value.SMTP_URL, publicUrl)}>`,
    stripe:
      value.STRIPE_SECRET_KEY !== null && value.STRIPE_PUBLISHABLE_KEY !== null
        ? {
            secretKey: value.STRIPE_SECRET_KEY,
            publishableKey: value.STRIPE_PUBLISHABLE_KEY,
            webhookSecret: value.STRIPE_WEBHOOK_SECRET,
            apiBase: value.STRIPE_API_BASE,
          }
        : null,
    viesUrl: value.VIES_URL,
    stripeApiBase: value.STRIPE_API_BASE,
    connectWebhookSecret: value.STRIPE_CONNECT_WEBHOOK_SECRET,
    requireEmailVerification: value.REQUIRE_EMAIL_VERIFICATION,
    passwordMinLength: value.PASSWORD_MIN_LENGTH,
    enforcePlanLimits: value.ENFORCE_PLAN_LIMITS,
    storageLimitGb: value.STORAGE_LIMIT_GB ?? null,
    defaults: { appName: value.APP_NAME, enforcePlanLimits: value.ENFORCE_PLAN_LIMITS },
    filesBucket: bucketOf(value, 'FILES'),
    backupKey: value.BACKUP_KEY,
    backupBucket: backupBucketOf(value),
    firstAdmin:
      value.ADMIN_EMAIL !== null && value.ADMIN_PASSWORD !== null
        ? { email: value.ADMIN_EMAIL, password: value.ADMIN_PASSWORD }
        : null,
    metricsToken: value.METRICS_TOKEN,
    tracesUrl: value.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/*$/, '/v1/traces') ?? null,
    tracesShare: value.OTEL_TRACES_SAMPLER_ARG,
    alerts: {
      backupHours: value.ALERT_BACKUP_HOURS,
      diskFreeGb: value.ALERT_DISK_FREE_GB,
      outboxMinutes: value.ALERT_OUTBOX_MINUTES,
    },
    trustProxy: value.TRUST_PROXY,
    shutdownDelaySeconds: value.SHUTDOWN_DELAY_SECONDS,
    logLevel: value.LOG_LEVEL,
    warnings: [...values.doubtful, ...names.doubtful, ...risks(value, publicUrl)],
  }
}

function* risks(value: Environment, publicUrl: string): Generator<string> {
  const provider = value.STRIPE_SECRET_KEY !== null && value.STRIPE_PUBLISHABLE_KEY !== null
  if (value.ALLOW_TEST_PAYMENTS && !value.DEMO && !provider)
    yield 'ALLOW_TEST_PAYMENTS is on: test cards mark invoices as paid, and no money moves'
  if (!publicUrl.startsWith('https:') && !isLocal(publicUrl))
    yield `PUBLIC_URL is not an https:// address: passwords and data can be read in transit to ${publicUrl}`
  if (value.SMTP_URL !== null && isLocal(publicUrl))
    yield `Links in emails lead to ${publicUrl}, which only this machine reaches: set PUBLIC_URL to the address people use`
  const sender =
    value.SMTP_URL === null || value.MAIL_FROM !== undefined ? null : senderWarning(value.SMTP_URL, publicUrl)
  if (sender !== null) yield sender
  if (value.SMTP_URL !== null && /^smtp:/i.test(value.SMTP_URL) && new URL(value.SMTP_URL).port === '465')
    yield 'SMTP_URL has port 465, on which mail servers expect TLS from the start: use smtps://'
}

/** The configuration for programs that need a database session of their own: bypasses the pooler. */
export const pastPooler = (config: Config): Config => ({
  ...config,
  databaseUrl: config.databaseDirectUrl ?? config.databaseUrl,
  databaseDirectUrl: null,
})

type Environment = z.output<typeof environment>

/** Settings missing for the second bucket are taken from the first, except name and prefix. */
function bucketOf(value: Environment, owner: 'FILES' | 'BACKUP'): BucketSettings | null {
  const bucket = value[`${owner}_S3_BUCKET`]
  if (bucket === null) return null
  const of = (setting: BucketSetting) => value[`${owner}_S3_${setting}`]
  const shared = (setting: BucketSetting) => of(setting) ?? value[`FILES_S3_${setting}`]
  const [accessKeyId, secretAccessKey] = [shared('ACCESS_KEY_ID'), shared('SECRET_ACCESS_KEY')]
  return {
    bucket,
    endpoint: shared('ENDPOINT'),
    region: shared('REGION') ?? 'us-east-1',
    pathStyle: shared('PATH_STYLE') !== '0',
    credentials: accessKeyId !== null && secretAccessKey !== null ? { accessKeyId, secretAccessKey } : null,
    prefix: of('PREFIX')?.replace(/\/?$/, '/') ?? '',
  }
}

function backupBucketOf(value: Environment): Config['backupBucket'] {
  const bucket = bucketOf(value, 'BACKUP')
  const [everyHours, keep] = [value.BACKUP_S3_EVERY_HOURS, value.BACKUP_S3_KEEP]
  return bucket === null ? null : { ...bucket, everyHours, keep }
}

/** The command that creates administrators takes only the password. */
function brokenPairs(env: NodeJS.ProcessEnv): string[] {
  const problems = []
  if (!env.STRIPE_SECRET_KEY !== !env.STRIPE_PUBLISHABLE_KEY) {
    problems.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY go together: set both or neither')
  }
  for (const owner of ['FILES', 'BACKUP']) {
    const [id, secret] = [`${owner}_S3_ACCESS_KEY_ID`, `${owner}_S3_SECRET_ACCESS_KEY`]
    if (!env[id] !== !env[secret]) problems.push(`${id} and ${secret} go together: set both or neither`)
  }
  if (env.BACKUP_S3_BUCKET && !env.BACKUP_KEY) {
    problems.push('BACKUP_S3_BUCKET needs BACKUP_KEY: backups only leave this machine encrypted')
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL']) {
    if (env[name] && !/^postgres(ql)?:/.test(env.DATABASE_URL ?? '')) {
      problems.push(`${name} requires a PostgreSQL DATABASE_URL`)
    }
  }
  if (env.ADMIN_EMAIL && !env.ADMIN_PASSWORD) problems.push('ADMIN_EMAIL needs ADMIN_PASSWORD')
  return problems
}

/**
 * The instance's 256-bit encryption key, created at the first start and stored in the data folder with mode
 * 600.
 */
export function readInstanceKey(dataDir: string): Buffer {
  const path = instanceKeyPath(dataDir)
  if (!existsSync(path)) makeInstanceKey(path)
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
}

export const instanceKeyPath = (dataDir: string): string => join(dataDir, 'instance.key')

/** Atomic: no process sees a partial key, and of concurrent starts, only one creates it. */
function makeInstanceKey(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}.part`
  writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // The file system doesn't support hard links.
    if (code !== 'EEXIST') renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Identifies an instance's key without revealing it. */
export const keyFingerprint = (key: Buffer): string =>
  createHmac('sha256', key).update('foyer instance key').digest('hex').slice(0, 16)
