import { expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'

test.for([
  [{ SMTP_URL: 'mail.example.com:587' }, 'SMTP_URL: must be smtp://'],
  [{ SMTP_URL: 'https://mail.example.com' }, 'SMTP_URL: must be smtp://'],
  [{ MAIL_FROM: 'the portal' }, 'MAIL_FROM: must be an address'],
  [{ MAIL_FROM: 'Foyer <no-reply>' }, 'MAIL_FROM: must be an address'],
  [{ ADMIN_EMAIL: 'ada@example.com' }, 'ADMIN_EMAIL needs ADMIN_PASSWORD'],
  [{ ADMIN_EMAIL: 'ada', ADMIN_PASSWORD: 'quiet-harbour-7' }, 'ADMIN_EMAIL: must be an email address'],
  [{ DATABSE_URL: 'postgres://db/foyer' }, 'DATABSE_URL is no setting. Did you mean DATABASE_URL?'],
  [{ DATABASE_DIRECT_URL: 'postgres://db/foyer' }, 'DATABASE_DIRECT_URL goes with a DATABASE_URL'],
  [
    { DATABASE_URL: 'file:a.db', DATABASE_READ_URL: 'postgres://db/foyer' },
    'DATABASE_READ_URL goes with a DATABASE_URL',
  ],
  [{ DATADIR: '/srv' }, 'DATADIR is no setting. Did you mean DATA_DIR?'],
  [{ STRIPE_SECRET: 'sk', STRIPE_SECRT_KEY: 'sk' }, 'STRIPE_SECRT_KEY is no setting'],
] as const)('%o is refused by name', ([env, words]) => {
  expect(() => readConfig(env)).toThrow(words)
})

test('every bad setting is named at once', () => {
  const refused = () =>
    readConfig({ SMTP_URL: 'host', MAIL_FROM: 'me', PORT: 'http', ADMIN_EMAIL: 'a@b.example' })
  for (const name of ['SMTP_URL', 'MAIL_FROM', 'PORT', 'ADMIN_PASSWORD']) expect(refused).toThrow(name)
})

test('good settings and the names of other programs pass', () => {
  const env = {
    SMTP_URL: 'smtps://user:p%40ss@mail.example.com:465',
    MAIL_FROM: 'Bell & Co <hello@example.com>',
    ADMIN_EMAIL: 'ada@example.com',
    ADMIN_PASSWORD: 'quiet-harbour-7',
    DATABASE_URL: 'file:/srv/foyer.db',
    DATABASE_URI: 'something else of the host',
    HOME: '/root',
    HOSTNAME: 'box',
    PWD: '/',
    NODE_ENV: 'production',
  }
  expect(readConfig(env)).toMatchObject({ mailFrom: env.MAIL_FROM, smtpUrl: env.SMTP_URL })
  expect(readConfig({ MAIL_FROM: 'hello@example.com' }).mailFrom).toBe('hello@example.com')
})
