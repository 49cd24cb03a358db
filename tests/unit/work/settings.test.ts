import { expect, test } from 'vitest'
import { readConfig } from '#server/base/core/config.ts'

test.for([
  [{ SMTP_URL: 'mail.example.com:587' }, 'SMTP_URL: must be smtp://'],
  ...[
    'ftp://x.test',
    'javascript:alert(1)',
    'mailto:a@x.test',
    'https://x.test/portal',
    'https://x.test/?a=1',
  ].map(
    (address) => [{ PUBLIC_URL: address }, 'PUBLIC_URL: must be an http:// or https:// address'] as const,
  ),
  [{ STRIPE_API_BASE: 'garbage' }, 'STRIPE_API_BASE: must be an http:// or https:// address'],
  [{ VIES_URL: 'ftp://x' }, 'VIES_URL: must be an http:// or https:// address'],
  [{ FILES_S3_PREFIX: '..' }, 'FILES_S3_PREFIX: must be letters'],
  [{ BACKUP_S3_PREFIX: 'a/../b' }, 'BACKUP_S3_PREFIX: must be letters'],
  [{ SMTP_URL: 'https://mail.example.com' }, 'SMTP_URL: must be smtp://'],
  [{ MAIL_FROM: 'the portal' }, 'MAIL_FROM: must be an address'],
  [{ MAIL_FROM: 'Foyer <no-reply>' }, 'MAIL_FROM: must be an address'],
  [{ ADMIN_EMAIL: 'ada@example.com' }, 'ADMIN_EMAIL needs ADMIN_PASSWORD'],
  [{ ADMIN_EMAIL: 'ada', ADMIN_PASSWORD: 'quiet-harbour-7' }, 'ADMIN_EMAIL: must be an email address'],
  [{ DATABSE_URL: 'postgres://db/foyer' }, 'DATABSE_URL is not a setting. Did you mean DATABASE_URL?'],
  [{ DATABASE_DIRECT_URL: 'postgres://db/foyer' }, 'DATABASE_DIRECT_URL requires a PostgreSQL DATABASE_URL'],
  [
    { DATABASE_URL: 'file:a.db', DATABASE_READ_URL: 'postgres://db/foyer' },
    'DATABASE_READ_URL requires a PostgreSQL DATABASE_URL',
  ],
  [{ DATADIR: '/srv' }, 'DATADIR is not a setting. Did you mean DATA_DIR?'],
  [{ STRIPE_SECRET: 'sk', STRIPE_SECRT_KEY: 'sk' }, 'STRIPE_SECRT_KEY is not a setting'],
] as const)('%o is rejected by name', ([env, words]) => {
  expect(() => readConfig(env)).toThrow(words)
})

test('all invalid settings are reported at once', () => {
  const refused = () =>
    readConfig({ SMTP_URL: 'host', MAIL_FROM: 'me', PORT: 'http', ADMIN_EMAIL: 'a@b.example' })
  for (const name of ['SMTP_URL', 'MAIL_FROM', 'PORT', 'ADMIN_PASSWORD']) expect(refused).toThrow(name)
})

test('valid settings and unrelated variables are accepted', () => {
  const env = {
    SMTP_URL: 'smtps://user:p%40ss@mail.example.com:465',
    MAIL_FROM: 'Bell & Co <hello@example.com>',
    ADMIN_EMAIL: 'ada@example.com',
    ADMIN_PASSWORD: 'quiet-harbour-7',
    DATABASE_URL: 'file:/srv/foyer.db',
    DATABASE_URI: 'something else of the host',
    PUBLIC_URL: 'https://portal.example.com/',
    FILES_S3_PREFIX: 'foyer/files.v1/',
    HOME: '/root',
    HOSTNAME: 'box',
    PWD: '/',
    NODE_ENV: 'production',
  }
  expect(readConfig(env)).toMatchObject({ mailFrom: env.MAIL_FROM, smtpUrl: env.SMTP_URL })
  expect(readConfig({ MAIL_FROM: 'hello@example.com' }).mailFrom).toBe('hello@example.com')
})
