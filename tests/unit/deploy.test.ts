import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig, SETTINGS } from '#server/core/config.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8')
const lines = (path: string) => read(path).split('\n')

/** `name = value` of a file in INI's form. */
const iniOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^ *(\w+) = (.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )

describe('the compose file', () => {
  const compose = parse(read('cluster/compose.yaml'), { merge: true })
  const services: Record<string, { environment?: Record<string, string>; volumes?: string[] }> =
    compose.services

  test('gives the portals settings that there are, and both the same', () => {
    const { portal1, portal2 } = services
    expect(portal1).toEqual(portal2)
    const environment = portal1?.environment ?? {}
    expect(Object.keys(environment).filter((name) => !SETTINGS.includes(name))).toEqual([])
    const filled = Object.entries(environment).map(([name, text]) => [
      name,
      text
        .replace(/\$\{PUBLIC_URL[^}]*\}/, 'https://portal.example')
        .replace(/\$\{\w+(:-)\}/g, '')
        .replace(/\$\{[^}]*\}/g, 'secret'),
    ])
    expect(readConfig(Object.fromEntries(filled))).toMatchObject({
      databaseUrl: 'postgres://foyer:secret@pgbouncer:6432/foyer',
      databaseDirectUrl: 'postgres://foyer:secret@haproxy:5432/foyer',
      databaseReadUrl: 'postgres://foyer:secret@haproxy:5433/foyer',
    })
  })

  test('mounts files that are there, and the example names every variable', () => {
    const mounted = Object.values(services).flatMap(({ volumes = [] }) =>
      volumes.map((one) => one.split(':')[0] ?? ''),
    )
    const files = mounted.filter((path) => path.startsWith('./'))
    expect(files.filter((path) => !existsSync(join(DEPLOY, 'cluster', path)))).toEqual([])
    const named = mounted.filter((name) => !name.startsWith('./'))
    expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort())
    const used = [...read('cluster/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
    const example = lines('cluster/.env.example').map((line) => line.split('=')[0])
    expect(used.filter((name) => name !== 'PORT' && !example.includes(name))).toEqual([])
  })

  test('HAProxy and PgBouncer lead to its services', () => {
    const servers = [...read('cluster/haproxy.cfg').matchAll(/^ {2}server (\w+) (\w+):/gm)]
    expect(servers.filter(([, name, host]) => name !== host || services[host ?? ''] === undefined)).toEqual(
      [],
    )
    expect(read('cluster/pgbouncer.ini')).toContain('host=haproxy port=5432')
  })
})

test('the image copies what there is, and can back up the database of the cluster', () => {
  const dockerfile = read('../Dockerfile')
  const left = lines('../.dockerignore')
  const copied = [...dockerfile.matchAll(/^COPY (?:--from=build )?(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' ').map((path) => path.replace('/app/', '')),
  )
  const made = ['node_modules', 'dist']
  const missing = copied.filter((path) => !made.includes(path) && !existsSync(join(DEPLOY, '..', path)))
  expect(missing).toEqual([])
  expect(copied.filter((path) => !made.includes(path) && left.includes(path))).toEqual([])
  const server = /image: postgres:(\d+)/.exec(read('cluster/compose.yaml'))?.[1]
  expect(dockerfile).toContain(` postgresql-client-${server} `)
})

test('HAProxy asks each node for its part, and takes the right answer', () => {
  const words = lines('cluster/haproxy.cfg').flatMap(
    (line) => /tcp-check (?:send-binary|expect binary) (\w+)/.exec(line)?.[1] ?? [],
  )
  const [signIn = '', ready, query = '', primary] = words.map((hex) => Buffer.from(hex, 'hex'))
  expect(signIn.toString('latin1').slice(8)).toBe(
    'user\0foyer_check\0database\0postgres\0application_name\0haproxy\0\0',
  )
  expect(Buffer.from(signIn).readInt32BE(0)).toBe(signIn.length)
  expect(ready?.toString('latin1')).toBe('Z\0\0\0\x05I')
  expect(query.toString('latin1').slice(5)).toBe('select pg_is_in_recovery()\0X\0\0\0\x04')
  expect(Buffer.from(query).readInt32BE(1)).toBe(query.length - 1 - 'X\0\0\0\x04'.length)
  expect([primary, Buffer.from(words[7] ?? '', 'hex')].map((row) => row?.toString('latin1').at(-1))).toEqual([
    'f',
    't',
  ])
})

/** What Helm would put in, as far as the form of the files needs it. */
const rendered = (path: string): string =>
  lines(path)
    .filter((line) => !/^\s*\{\{-? *(if|else|end|range|with|define)\b.*\}\}$/.test(line))
    .map((line) =>
      line.replace(/^(\s*)\{\{- (include|toYaml).*\}\}$/, '$1some: thing').replace(/"?\{\{.*?\}\}"?/g, 'a1'),
    )
    .join('\n')

describe('the chart', () => {
  const templates = globSync('helm/foyer/templates/*.yaml', { cwd: DEPLOY })

  test.each(templates)('%s is Kubernetes’ YAML', (path) => {
    for (const document of parseAllDocuments(rendered(path))) {
      expect(document.errors).toEqual([])
      expect(Object.keys(document.toJS())).toEqual(expect.arrayContaining(['apiVersion', 'kind', 'metadata']))
    }
  })

  test('every value it asks for is there, and its settings are the portal’s', () => {
    const values = parse(read('helm/foyer/values.yaml'))
    for (const path of templates) {
      for (const [, name = ''] of read(path).matchAll(/\.Values\.([\w.]+)/g)) {
        const value = name.split('.').reduce((inner, key) => inner?.[key], values)
        expect(value, `${path}: ${name}`).toBeDefined()
      }
    }
    expect(Object.keys(values.settings).filter((name) => !SETTINGS.includes(name))).toEqual([])
  })

  test('its PgBouncer is set as the cluster’s, except for where things are', () => {
    const own = iniOf(read('helm/foyer/templates/pgbouncer.yaml'))
    const { auth_file, default_pool_size, ...cluster } = iniOf(read('cluster/pgbouncer.ini'))
    const { foyer, ...shared } = cluster
    expect(own).toMatchObject(shared)
    expect(read('helm/foyer/templates/pgbouncer.yaml')).toContain(
      foyer?.replace(/.*connect_query/, 'connect_query'),
    )
  })
})

test('the units start what there is, with settings there are', () => {
  const unit = read('systemd/foyer.service')
  const names =
    /^Environment=(.*)$/m
      .exec(unit)?.[1]
      ?.split(' ')
      .map((pair) => pair.split('=')[0] ?? '') ?? []
  expect(names.filter((name) => name !== 'NODE_ENV' && !SETTINGS.includes(name))).toEqual([])
  const program = /^ExecStart=.* (\S+)$/m.exec(unit)?.[1] ?? ''
  expect(existsSync(join(DEPLOY, '..', program))).toBe(true)
})

test('Litestream copies the database of the unit with settings of the portal', () => {
  const { dbs } = parse(read('litestream/litestream.yml'))
  expect(dbs[0].path).toBe('/var/lib/foyer/foyer.db')
  const used = [...read('litestream/litestream.yml').matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name)
  expect(used.filter((name) => !SETTINGS.includes(name))).toEqual([])
})
