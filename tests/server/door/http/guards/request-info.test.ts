import type { IncomingMessage } from 'node:http'
import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, test } from 'vitest'
import { LOG_REDACTION } from '#server/base/adapters/log.ts'
import { callerAddress, loggedPath } from '#server/door/http/guards/request-info.ts'

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

test('the client address is taken from as many proxies as are trusted', () => {
  expect(callerAddress(from('10.0.0.1', '6.6.6.6, 203.0.113.9'), 0)).toBe('10.0.0.1')
  expect(callerAddress(from('10.0.0.1', '6.6.6.6, 203.0.113.9'), 1)).toBe('203.0.113.9')
  expect(callerAddress(from('10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2'), 2)).toBe('203.0.113.9')
  expect(callerAddress(from('10.0.0.1', '203.0.113.9'), 3)).toBe('203.0.113.9')
  expect(callerAddress(from('10.0.0.1'), 1)).toBe('10.0.0.1')
  expect(callerAddress(from('10.0.0.1', ' , '), 1)).toBe('10.0.0.1')
})

test.each([
  ['1.2.3.4:1234', '1.2.3.4'],
  ['[2001:db8::7]:443', '2001:db8::7'],
  ['2001:DB8:0:0::7', '2001:db8::7'],
  ['::ffff:198.51.100.9', '198.51.100.9'],
  ['::ffff:c633:6409', '198.51.100.9'],
  ['fe80::1%eth0', 'fe80::1'],
  ['garbage', '10.0.0.1'],
  ['1.2.3.4.5', '10.0.0.1'],
  ['unknown', '10.0.0.1'],
])('a forwarded %s resolves to %s', (forwarded, address) => {
  expect(callerAddress(from('10.0.0.1', forwarded), 1)).toBe(address)
})

test('IPv4-mapped socket addresses are unmapped', () => {
  expect(callerAddress(from('::ffff:127.0.0.1'), 0)).toBe('127.0.0.1')
})

test('logged paths contain no queries or secret links', () => {
  expect(loggedPath('/auth?mode=reset-password&token=abc')).toBe('/auth')
  expect(loggedPath(`/feeds/${'x7Yz'.repeat(11)}.ics`)).toBe('/feeds/x7Yz…')
  expect(loggedPath('/trpc/clients.list,clients.counters?batch=1')).toBe(
    '/trpc/clients.list,clients.counters',
  )
  expect(loggedPath('/documents/6a3c1a52-4f0b-4f0e-9a47-1df9b13a4f11')).toBe(
    '/documents/6a3c1a52-4f0b-4f0e-9a47-1df9b13a4f11',
  )
})

test('secrets are removed from log lines', () => {
  let text = ''
  const into = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  const log = pino({ redact: LOG_REDACTION }, into)
  log.info({ password: 'p-secret', user: { token: 't-secret' }, req: { headers: { cookie: 'c-secret' } } })
  expect(text).toContain('[redacted]')
  expect(text).not.toContain('secret')
})
