import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readConfig, SETTINGS } from '#server/base/core/config.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'

test.for([
  [{ SMTP_URL: 'mail.example.com:587' }, 'SMTP_URL: must be smtp://'],
  ...[
    'ftp://x.test',
    'javascript:alert(1)',
    'mailto:a@x.test',
    'https://x.test/portal',
    'https://x.test/?a=1',
    'https://x.test/#a',
    'https://user:secret@x.test',
    'FTP://x.test',
    'x.test',
    'localhost:3000',
  ].map(
    (address) => [{ PUBLIC_URL: address }, 'PUBLIC_URL: must be an http:// or https:// address'] as const,
  ),
  [{ STRIPE_API_BASE: 'garbage' }, 'STRIPE_API_BASE: must be an http:// or https:// address'],
  [{ VIES_URL: 'ftp://x' }, 'VIES_URL: must be an http:// or https:// address'],
  [{ FILES_S3_PREFIX: '..' }, 'FILES_S3_PREFIX: must be letters'],
  [{ BACKUP_S3_PREFIX: 'a/../b' }, 'BACKUP_S3_PREFIX: must be letters'],
  [{ SMTP_URL: 'https://mail.example.com' }, 'SMTP_URL: must be smtp://'],
  ...['', '0', '-1', '2.5', 'few'].map(
    (value) =>
      [
        { SMTP_URL: `smtp://mail.example.com/?maxConnections=${value}` },
        'SMTP_URL: must have a whole number from 1 to 100 as maxConnections',
      ] as const,
  ),
  ...['p#ss', 'p?ss', 'p/ss', '12#3', '12?3', '12/3', '#?#'].flatMap((password) => [
    [
      { SMTP_URL: `smtp://user:${password}@mail.test:587` },
      'SMTP_URL: has a character in its user name or password',
    ] as const,
    [
      { DATABASE_URL: `postgres://user:${password}@db.test/foyer` },
      'DATABASE_URL: has a character in its user name',
    ] as const,
  ]),
  [{ SMTP_URL: 'smtp://us#er:secret@mail.test' }, '%23 for #'],
  [{ DATABASE_URL: 'postgres://user:secret@one:5432,two:5432/foyer' }, 'DATABASE_URL: must name one host'],
  [{ DATABASE_URL: 'postgres://one,two/foyer' }, 'DATABASE_URL: must name one host'],
  [{ DATABASE_URL: 'file://data/foyer.db' }, 'DATABASE_URL: must have an absolute path after file://'],
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
  [{ PORT: 'http' }, 'PORT: must be a number'],
  [{ PORT: '3000.5' }, 'PORT: must be a number'],
  [{ PORT: '99999' }, 'PORT: must be at most 65535'],
  [{ PASSWORD_MIN_LENGTH: '3' }, 'PASSWORD_MIN_LENGTH: must be at least 6'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY: must be a number'],
  [{ DEMO: 'yes' }, 'DEMO: must be one of 0, 1, true, false, on, off'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of fatal, error, warn'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, 'OTEL_EXPORTER_OTLP_ENDPOINT: must be an http:// or'],
] as const)('%o is rejected by name', ([env, words]) => {
  expect(() => readConfig(env)).toThrow(words)
})

const WRITTEN: [what: string, written: (value: string) => string, words: string][] = [
  ['double quotes', (value) => `"${value}"`, 'has quotes around its value; remove them'],
  ['single quotes', (value) => `'${value}'`, 'has quotes around its value; remove them'],
  ['a Windows line ending', (value) => `${value}\r`, 'ends with a carriage return'],
  ['a line break', (value) => `${value}\n`, 'has a line break'],
  ['a space before it', (value) => ` ${value}`, 'has spaces around its value'],
  ['a space after it', (value) => `${value} `, 'has spaces around its value'],
  ['a no-break space', (value) => `${value}\u00a0`, 'has spaces around its value'],
  ['a comment', (value) => `${value} # as agreed`, 'has a comment after its value; remove it'],
]
const FREE = ['ADMIN_PASSWORD', 'APP_NAME', 'BACKUP_KEY']
/** The reason for rejecting a setting, among all problems of an environment. */
function reasonsIn(env: Record<string, string>, name: string): string[] {
  try {
    return readConfig(env).warnings.filter((line) => line.startsWith(`${name}: `))
  } catch (error) {
    return (error as Error).message.split('\n').filter((line) => line.startsWith(`  ${name}: `))
  }
}

describe.each(WRITTEN)('a value with %s', (_what, written, words) => {
  test.each(SETTINGS.filter((name) => !FREE.includes(name)))('is refused once, with a reason: %s', (name) => {
    const env = { [name]: written('1') }
    expect(() => readConfig(env)).toThrow(/is not valid/)
    const reason = name === 'MAIL_FROM' && words.startsWith('has a comment') ? 'must be an address' : words
    expect(reasonsIn(env, name)).toEqual([expect.stringContaining(`${name}: ${reason}`)])
  })

  test.each(FREE)('may be intentional, and is logged: %s', (name) => {
    const { warnings } = readConfig({ [name]: written('quiet-harbour-7'), ADMIN_EMAIL: '' })
    expect(warnings).toEqual([expect.stringContaining(`${name}: ${words}`)])
  })
})

test.each([
  ['DATA_DIR', '~/foyer'],
  ['DATA_DIR', '$HOME/foyer'],
  ['DATABASE_URL', 'file:~/foyer.db'],
  ['DATABASE_URL', 'file://~/foyer.db'],
  ['DATABASE_URL', 'file:$HOME/foyer.db'],
])('%s=%s is refused, as no shell expands it', (name, value) => {
  const reason = `${name}: begins with ~ or $, which is not expanded here; write the full path`
  expect(reasonsIn({ [name]: value }, name)).toEqual([`  ${reason}`])
})

test.each([' https://one.example', 'https://one.example ', 'https://one.example\u00a0'])(
  'spaces around the address %j are ignored',
  (address) => {
    const read = readConfig({
      VIES_URL: address,
      STRIPE_API_BASE: address,
      FILES_S3_ENDPOINT: address,
      FILES_S3_BUCKET: 'one',
    })
    const url = 'https://one.example'
    expect(read).toMatchObject({ viesUrl: url, stripeApiBase: url, filesBucket: { endpoint: url } })
  },
)

test('number signs, ~ and $ are accepted elsewhere', () => {
  const accepted = { MAIL_FROM: 'Studio #1 <hello@example.com>', DATA_DIR: '/srv/~foyer#1/$a' }
  expect(readConfig(accepted)).toMatchObject({ mailFrom: accepted.MAIL_FROM, dataDir: accepted.DATA_DIR })
})

test('a number sign after a space is accepted in the name of an existing folder', () => {
  const parent = temporaryFolder()
  const folder = join(parent, 'Studio #1')
  const database = (path: string) => reasonsIn({ DATABASE_URL: `file:${path}` }, 'DATABASE_URL')
  const refused = [expect.stringContaining('has a comment after its value')]
  expect(reasonsIn({ DATA_DIR: folder }, 'DATA_DIR')).toEqual(refused)
  mkdirSync(folder)
  expect(readConfig({ DATA_DIR: folder }).dataDir).toBe(folder)
  expect(readConfig({ DATA_DIR: join(folder, 'data') }).dataDir).toBe(join(folder, 'data'))
  expect(database(join(folder, 'foyer.db'))).toEqual([])
  expect(database(join(parent, 'foyer.db # as agreed'))).toEqual(refused)
  expect(reasonsIn({ DATA_DIR: `${folder} # as agreed` }, 'DATA_DIR')).toEqual(refused)
})

test.each(SETTINGS)('a byte order mark before a name is reported: %s', (name) => {
  expect(() => readConfig({ [`\uFEFF${name}`]: '1' })).toThrow(`${name}: an invisible character precedes`)
})

test('all invalid settings are reported at once', () => {
  const refused = () =>
    readConfig({ SMTP_URL: 'host', MAIL_FROM: 'me', PORT: 'http', ADMIN_EMAIL: 'a@b.example' })
  for (const name of ['SMTP_URL', 'MAIL_FROM', 'PORT', 'ADMIN_PASSWORD']) expect(refused).toThrow(name)
})

test.each([
  'smtp://user:p%23ss%3F%25@mail.test:587',
  'smtp://user:p@ss@mail.test',
  'smtp://user:two words@mail.test',
  'smtp://mail.test:25/?name=portal@mail.test',
  'smtps://user:secret@mail.test?tls.rejectUnauthorized=false',
  'smtp://mail.test',
])('SMTP_URL=%s needs no encoding', (address) => {
  expect(readConfig({ SMTP_URL: address }).smtpUrl).toBe(address)
})

test.each([
  'postgres://user:p%23ss@db.test/foyer',
  'postgres://user:50%@db.test/foyer',
  'postgres://user:a,b@db.test/foyer',
  'postgres://user:secret@/foyer?host=/var/run/postgresql',
  'postgres:///foyer?host=/var/run/postgresql&user=a@b',
  'file:/srv/a@b/foyer#1.db',
  'file:///srv/foyer.db',
  'file://localhost/srv/foyer.db',
])('DATABASE_URL=%s needs no encoding', (address) => {
  expect(readConfig({ DATABASE_URL: address }).databaseUrl).toBe(address)
})

test.each([
  ['[::1]', '::1'],
  ['::1', '::1'],
  ['0.0.0.0', '0.0.0.0'],
])('HOST=%s listens on %s', (written, host) => {
  expect(readConfig({ HOST: written }).host).toBe(host)
})

test.each([
  ['HTTPS://Portal.Example.COM', 'https://portal.example.com'],
  ['https://portal.example.com/', 'https://portal.example.com'],
  ['https://portal.example.com:443', 'https://portal.example.com'],
  ['Http://192.168.1.5:8080', 'http://192.168.1.5:8080'],
  [' https://portal.example.com ', 'https://portal.example.com'],
  ['https://b\u00fcro.example', 'https://xn--bro-hoa.example'],
  ['http://[::1]:3000/', 'http://[::1]:3000'],
])('PUBLIC_URL=%s is normalized to the origin %s', (written, origin) => {
  expect(readConfig({ PUBLIC_URL: written }).publicUrl).toBe(origin)
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

describe('misspelled settings', () => {
  /** Variables of other programs on a server. */
  const FOREIGN = [
    ...[
      'SITE_URL',
      'HTTP_URL',
      'AMQP_URL',
      'LOGLEVEL',
      'BASE_URL',
      'HOME_URL',
      'IDP_URL',
      'LDAP_URL',
      'FTP_URL',
    ],
    ...[
      'REDIS_URL',
      'MONGO_URL',
      'MYSQL_URL',
      'SENTRY_URL',
      'API_URL',
      'WEB_URL',
      'SMTP_SSL',
      'SMTP_TLS',
      'SMTP_HOST',
    ],
    ...[
      'SMTP_USER',
      'MAIL_HOST',
      'MAIL_PORT',
      'APP_HOME',
      'APP_MODE',
      'APP_ENV',
      'LOG_LEVELS',
      'DATA_HOME',
      'PGDATA',
    ],
    ...[
      'DATABASE_HOST',
      'DATABASE_NAME',
      'PUBLIC_DIR',
      'PUBLIC_KEY',
      'PUBLIC_IP',
      'OTEL_SERVICE_NAME',
      'TRUSTED_IP',
    ],
    ...[
      'OTEL_TRACES_SAMPLER',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'AWS_REGION',
      'S3_BUCKET',
      'BACKUP_DIR',
      'NODE_OPTIONS',
    ],
  ]

  test.each(FOREIGN)("%s of another program doesn't abort startup", (name) => {
    expect(() => readConfig({ [name]: 'value' })).not.toThrow()
  })

  test('names that may be meant for the portal are returned for the log', () => {
    expect(readConfig({ SITE_URL: 'https://example.com', LOGLEVEL: 'info', HOME: '/root' }).warnings).toEqual(
      [
        'SITE_URL is not a setting. Did you mean SMTP_URL?',
        'LOGLEVEL is not a setting. Did you mean LOG_LEVEL?',
      ],
    )
    const PUBLIC_URL = 'https://portal.example'
    const settings = { SITE_URL: 'https://example.com', SMTP_URL: 'smtp://mail.test', PUBLIC_URL }
    expect(readConfig(settings).warnings).toEqual([])
  })

  test.each([
    [{ SMTP_URL: 'smtp://mail.test' }, true],
    [{ SMTP_URL: 'smtp://mail.test', PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
    [{ SMTP_URL: 'smtp://mail.test', PUBLIC_URL: 'https://portal.example' }, false],
    [{ SMTP_URL: 'smtp://mail.test', PUBLIC_URL: 'http://192.168.1.20:3000' }, false],
    [{}, false],
  ])('with %j, the log warns that links in emails lead to this machine: %s', (env, warned) => {
    const words = /Links in emails lead to http:\/\/(localhost|127\.0\.0\.1):3000/
    expect(words.test(readConfig(env).warnings.join())).toBe(warned)
  })

  test.each([
    ['smtp://mail.test', 'https://portal.example', 'no-reply@portal.example', false],
    ['smtp://mail.test', 'http://192.168.1.20:3000', 'no-reply@192.168.1.20', true],
    ['smtp://apikey:secret@mail.test', 'http://[fd00::5]', 'no-reply@[fd00::5]', true],
    ['smtp://apikey:secret@mail.test', 'http://server', 'no-reply@server', true],
    ['smtp://ada%40studio.example:secret@mail.test', 'http://server', 'ada@studio.example', true],
    ['smtps://ada%40studio.example:secret@mail.test', 'https://studio.example', 'ada@studio.example', true],
    ['smtp://ada%40studio.example:x@mail.test', 'https://portal.studio.example', 'ada@studio.example', true],
    [
      'smtp://ada%40mail.studio.example:x@mail.test',
      'https://studio.example',
      'ada@mail.studio.example',
      true,
    ],
    // The login of a relay, which refuses it as a sender.
    ['smtp://7a%40smtp-brevo.test:x@relay.test', 'https://portal.example', 'no-reply@portal.example', false],
    ['smtp://7a%40notstudio.example:x@mail.test', 'https://studio.example', 'no-reply@studio.example', false],
    ['smtp://50%:secret@mail.test', 'https://portal.example', 'no-reply@portal.example', false],
    ['', 'http://192.168.1.20:3000', 'no-reply@192.168.1.20', false],
  ])(
    'with SMTP_URL=%s at %s, mail leaves as %s; warned about: %s',
    (SMTP_URL, PUBLIC_URL, sender, warned) => {
      const { mailFrom, warnings } = readConfig({ SMTP_URL, PUBLIC_URL })
      expect(mailFrom).toBe(`Foyer <${sender}>`)
      expect(warnings.join().includes(`Emails are sent from ${sender}`)).toBe(warned)
      const own = readConfig({ SMTP_URL, PUBLIC_URL, MAIL_FROM: 'ada@lan' })
      expect(own.mailFrom).toBe('ada@lan')
      expect(own.warnings.join()).not.toContain('Emails are sent')
    },
  )

  test.each([
    ['http://portal.example', true],
    ['http://192.168.1.20:3000', true],
    ['https://portal.example', false],
    ['http://localhost:3000', false],
  ])('served at %s, the log warns that nothing is encrypted: %s', (PUBLIC_URL, warned) => {
    const words = 'PUBLIC_URL is not an https:// address'
    expect(readConfig({ PUBLIC_URL }).warnings.join().includes(words)).toBe(warned)
  })

  test.each([
    ['smtp://mail.test:465', true],
    ['smtps://mail.test:465', false],
    ['smtp://mail.test:587', false],
  ])('with SMTP_URL=%s, the log warns that TLS is expected: %s', (SMTP_URL, warned) => {
    const words = 'SMTP_URL has port 465, on which mail servers expect TLS from the start: use smtps://'
    expect(readConfig({ SMTP_URL }).warnings.includes(words)).toBe(warned)
  })

  test('the log warns if test cards can pay outside demo mode', () => {
    const words = 'ALLOW_TEST_PAYMENTS is on'
    const warns = (env: Record<string, string>) => readConfig(env).warnings.join().includes(words)
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
    expect(warns({ ALLOW_TEST_PAYMENTS: '1' })).toBe(true)
    expect(warns({})).toBe(false)
    expect(warns({ ALLOW_TEST_PAYMENTS: '1', DEMO: '1' })).toBe(false)
    expect(warns({ ALLOW_TEST_PAYMENTS: '1', ...keys })).toBe(false)
  })

  const HARMLESS = ['APP_NAME', 'LOG_LEVEL']
  const named = SETTINGS.filter((name) => name.length >= 8 && !HARMLESS.includes(name))

  test('any typo in any setting that matters aborts startup', () => {
    const slip = fc.constantFrom(...named).chain((name) =>
      fc.nat(name.length - 2).map((place) => {
        const [before, one = '', other = '', after] = [
          name.slice(0, place),
          name[place],
          name[place + 1],
          name.slice(place + 2),
        ]
        return [before + other + after, before + other + one + after, before + one + one + other + after]
      }),
    )
    fc.assert(
      fc.property(slip, (misspelled) => {
        for (const name of misspelled.filter((one) => !SETTINGS.includes(one))) {
          expect(() => readConfig({ [name]: 'value' })).toThrow(`${name} is not a setting`)
        }
      }),
    )
  })

  test('two typos abort it if the name begins as the setting does', () => {
    expect(() => readConfig({ DATABASE_UR: 'file:a.db' })).toThrow('Did you mean DATABASE_URL?')
    expect(() => readConfig({ STRIPE_SECRT_KY: 'sk' })).toThrow('Did you mean STRIPE_SECRET_KEY?')
  })
})
