import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig, SETTINGS } from '#server/base/core/config.ts'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'

const DEPLOY = join(import.meta.dirname, '../../../deploy')
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8')
const lines = (path: string) => read(path).split('\n')

/** `name = value` of an INI file. */
const iniOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^ *(\w+) = (.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )

interface ComposeService {
  image?: string
  environment?: Record<string, string>
  volumes?: string[]
  configs?: { target: string }[]
  command?: string[]
  depends_on?: unknown
  [key: string]: unknown
}

const compose = parse(read('cluster/compose.yaml'), { merge: true })
const services: Record<string, ComposeService> = compose.services
const named = (prefix: RegExp) => Object.keys(services).filter((name) => prefix.test(name))

describe('the compose file', () => {
  test('gives both portals the same existing settings', () => {
    const { portal1, portal2 } = services
    expect(portal1).toEqual(portal2)
    const environment = portal1?.environment ?? {}
    expect(Object.keys(environment).filter((name) => !SETTINGS.includes(name))).toEqual([])
    const filled = Object.entries(environment).map(([name, text]) => [
      name,
      text
        .replace(/\$\{PUBLIC_URL[^}]*\}/, 'https://portal.example')
        .replace(/\$\{\w+:-(\w*)\}/g, '$1')
        .replace(/\$\{[^}]*\}/g, 'secret'),
    ])
    expect(readConfig(Object.fromEntries(filled))).toMatchObject({
      databaseUrl: 'postgres://foyer:secret@pgbouncer:6432/foyer',
      databaseDirectUrl: 'postgres://foyer:secret@haproxy:5432/foyer',
      databaseReadUrl: 'postgres://foyer:secret@haproxy:5433/foyer',
    })
  })

  test('mounts existing files, and the example lists every variable', () => {
    const recovery = parse(read('cluster/compose.recovery.yaml')).services.pg1.volumes as string[]
    const mounted = [...Object.values(services).flatMap(({ volumes = [] }) => volumes), ...recovery].map(
      (one) => one.split(':')[0] ?? '',
    )
    const files = mounted.filter((path) => path.startsWith('./'))
    expect(files.filter((path) => !existsSync(join(DEPLOY, 'cluster', path)))).toEqual([])
    const volumes = mounted.filter((name) => !name.startsWith('./'))
    expect([...new Set(volumes)].sort()).toEqual(Object.keys(compose.volumes).sort())
    const used = ['compose.yaml', 'compose.recovery.yaml'].flatMap((path) =>
      [...read(`cluster/${path}`).matchAll(/\$\{(\w+)/g)].map(([, name]) => name),
    )
    const example = lines('cluster/.env.example').map((line) => line.split('=')[0])
    expect(used.filter((name) => name !== 'PORT' && !example.includes(name))).toEqual([])
  })

  test('commands read the mounted settings', () => {
    for (const [name, { command = [], volumes = [], configs = [], environment = {} }] of Object.entries(
      services,
    )) {
      const targets = [
        ...volumes.map((one) => one.split(':')[1] ?? ''),
        ...configs.map(({ target }) => target),
      ]
      const text = [...command, ...Object.values(environment)].join(' ')
      for (const [path] of text.matchAll(/\/srv\/settings\/[\w./-]+/g)) {
        expect(
          targets.some((target) => target === path || target.startsWith(`${path}/`)),
          `${name}: ${path}`,
        ).toBe(true)
      }
    }
  })

  test.each(Object.entries(services))(
    '%s has a health check, limits and restricted privileges',
    (_name, service) => {
      expect(service).toMatchObject({
        restart: 'unless-stopped',
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        healthcheck: { test: expect.arrayContaining(['CMD']) },
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
        cpus: expect.any(Number),
        pids_limit: expect.any(Number),
        logging: { options: { 'max-size': '10m', 'max-file': '5' } },
      })
    },
  )

  test('HAProxy, PgBouncer and Patroni point to its services', () => {
    const servers = [...read('cluster/haproxy.cfg').matchAll(/^ {2}server (\w+) (\w+):(\d+)/gm)]
    expect(servers.filter(([, name, host]) => name !== host || services[host ?? ''] === undefined)).toEqual(
      [],
    )
    const nodes = servers.filter(([, , , port]) => port === '5432').map(([, name]) => name)
    expect(nodes).toEqual([...named(/^pg\d/), ...named(/^pg\d/)])
    expect(read('cluster/pgbouncer.ini')).toContain('host=haproxy port=5432')
    const { etcd } = parse(read('cluster/patroni.yml'))
    expect(etcd.hosts).toEqual(named(/^etcd/).map((name) => `${name}:2379`))
  })

  test('HAProxy detects a stopping portal before it closes connections, within its grace period', () => {
    const [, inter, fastinter, fall] =
      /check inter (\d+)s fastinter (\d+)ms fall (\d+)/.exec(read('cluster/haproxy.cfg')) ?? []
    const noticed = Number(inter) + (Number(fastinter) / 1000) * (Number(fall) - 1)
    const delay = Number(services.portal1?.environment?.SHUTDOWN_DELAY_SECONDS)
    expect(noticed + 2).toBeLessThan(delay)
    expect(services.portal1?.stop_grace_period).toBe('25s')
    expect(delay + 15).toBeLessThan(25)
  })

  test('each node and etcd member uses its own name, and HAProxy queries Patroni', () => {
    for (const name of named(/^pg\d/)) {
      expect(services[name]?.environment).toMatchObject({
        PATRONI_NAME: name,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `${name}:8008`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${name}:5432`,
      })
      expect(services[name]?.volumes).toContain(`${name}-data:/srv/data`)
    }
    for (const name of named(/^etcd/)) {
      expect(services[name]?.environment).toMatchObject({
        ETCD_NAME: name,
        ETCD_ADVERTISE_CLIENT_URLS: `http://${name}:2379`,
        ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${name}:2380`,
        ETCD_ENABLE_V2: 'true',
        ETCD_INITIAL_CLUSTER: expect.stringContaining(`${name}=http://${name}:2380`),
      })
    }
    const asked = [...read('cluster/haproxy.cfg').matchAll(/option httpchk OPTIONS (\S+)/g)].map(
      ([, path]) => path,
    )
    expect(asked).toEqual(['/primary', '/replica'])
    expect(read('cluster/haproxy.cfg').match(/default-server check port 8008 /g)).toHaveLength(2)
  })

  test('writes are acknowledged only with a replica, and only an up-to-date node takes over', () => {
    const { bootstrap, postgresql } = parse(read('cluster/patroni.yml'))
    const { ttl, loop_wait, retry_timeout, ...dcs } = bootstrap.dcs
    expect(dcs).toMatchObject({
      synchronous_mode: true,
      synchronous_mode_strict: true,
      primary_start_timeout: 0,
    })
    expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl)
    // A failover must complete within ten seconds.
    expect(ttl).toBeLessThanOrEqual(5)
    expect(dcs.postgresql.parameters).not.toHaveProperty('synchronous_commit')
    expect(JSON.stringify(postgresql)).not.toContain('remove_data_directory')
    expect(dcs.postgresql.parameters.archive_command).toContain('pgbackrest --stanza=foyer archive-push')
    expect(read('cluster/pgbackrest.conf')).toContain(`pg1-path=${postgresql.data_dir}\n`)
  })

  test('a node with a full disk stops instead of rejecting writes as primary', () => {
    const { bootstrap, postgresql } = parse(read('cluster/patroni.yml'))
    expect(bootstrap.dcs.postgresql.parameters).toMatchObject({
      wal_init_zero: 'off',
      wal_recycle: 'off',
      restart_after_crash: 'off',
    })
    expect(JSON.stringify(bootstrap.initdb)).not.toContain('waldir')
    for (const name of named(/^pg\d/)) {
      const volumes = (services[name]?.volumes ?? []).map((line: string) => line.split(':')[1] ?? '')
      expect(volumes.filter((path) => postgresql.data_dir.startsWith(path))).toEqual(['/srv/data'])
      expect(volumes.filter((path) => path.startsWith(postgresql.data_dir))).toEqual([])
    }
  })
})

describe('images', () => {
  const files = ['Dockerfile', 'deploy/cluster/Dockerfile', 'deploy/cluster/compose.yaml']
  const root = join(DEPLOY, '..')
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the Dockerfile's own
  const NAMES = ['${NODE_IMAGE}', 'debian', 'foyer', 'foyer-database', 'node']
  const EXTERNAL = /\b(?:node|debian):[\w.-]+(?:@sha256:[0-9a-f]{64})?/g

  test("are built locally from Node's and Debian's only", () => {
    const bases = files.flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/^(?:FROM|ARG NODE_IMAGE=| *image:) ?(\S+)/gm)].map(
        ([, image = '']) => image,
      ),
    )
    const values = parse(read('helm/foyer/values.yaml'))
    const used = [...bases, values.pgbouncer.image, values.image.repository].map(
      (image) => image.split(':')[0],
    )
    expect([...new Set(used)].sort()).toEqual(NAMES)
  })

  test('deploy/pin-images.sh pins each of them to a digest, idempotently', () => {
    const folder = temporaryFolder()
    for (const path of [...files, 'deploy/pin-images.sh']) cpSync(join(root, path), join(folder, path))
    const pin = (digest: string) => {
      writeFileSync(join(folder, 'docker'), `#!/bin/sh\necho sha256:${digest}\n`, { mode: 0o755 })
      const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` }
      execFileSync('sh', ['deploy/pin-images.sh'], { cwd: folder, env, stdio: 'pipe' })
      return files.flatMap((path) => readFileSync(join(folder, path), 'utf8').match(EXTERNAL) ?? [])
    }
    for (const digest of ['a'.repeat(64), 'b'.repeat(64)]) {
      const pinned = pin(digest)
      expect(pinned).toHaveLength(3)
      expect(pinned.filter((image) => !image.endsWith(`@sha256:${digest}`))).toEqual([])
    }
  })

  test('CI actions are pinned to commits', () => {
    const used = [...readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8').matchAll(/uses: (.*)$/gm)]
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter(([, action = '']) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
  })
})

test("the image copies existing files, and can back up and restore the cluster's database", () => {
  const dockerfile = read('../Dockerfile')
  const left = lines('../.dockerignore')
  const copied = [...dockerfile.matchAll(/^COPY (?:--from=build )?(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' ').map((path) => path.replace('/app/', '')),
  )
  const made = ['node_modules', 'dist']
  const missing = copied.filter((path) => !made.includes(path) && !existsSync(join(DEPLOY, '..', path)))
  expect(missing).toEqual([])
  expect(copied.filter((path) => !made.includes(path) && left.includes(path))).toEqual([])
  const server = /postgresql-(\d+)/.exec(read('cluster/Dockerfile'))?.[1]
  expect(parse(read('cluster/patroni.yml')).postgresql.bin_dir).toBe(`/usr/lib/postgresql/${server}/bin`)
  expect(services.portal1?.build).toMatchObject({ args: { POSTGRES: server } })
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the Dockerfile's own
  expect(dockerfile).toContain(' postgresql-client-${POSTGRES} ')
})

/** Simulates Helm's rendering, as far as the files need it. */
const rendered = (path: string): string =>
  lines(path)
    .filter((line) => !/^\s*\{\{-? *(if|else|end|range|with|define)\b.*\}\}$/.test(line))
    .map((line) =>
      line.replace(/^(\s*)\{\{- (include|toYaml).*\}\}$/, '$1some: thing').replace(/"?\{\{.*?\}\}"?/g, 'a1'),
    )
    .join('\n')

describe('the chart', () => {
  const templates = globSync('helm/foyer/templates/*.yaml', { cwd: DEPLOY })

  test.each(templates)('%s is valid Kubernetes YAML', (path) => {
    for (const document of parseAllDocuments(rendered(path))) {
      expect(document.errors).toEqual([])
      expect(Object.keys(document.toJS())).toEqual(expect.arrayContaining(['apiVersion', 'kind', 'metadata']))
    }
  })

  test('has every value it uses, and only existing portal settings', () => {
    const values = parse(read('helm/foyer/values.yaml'))
    for (const path of templates) {
      for (const [, name = ''] of read(path).matchAll(/\.Values\.([\w.]+)/g)) {
        const value = name.split('.').reduce((inner, key) => inner?.[key], values)
        expect(value, `${path}: ${name}`).toBeDefined()
      }
    }
    expect(Object.keys(values.settings).filter((name) => !SETTINGS.includes(name))).toEqual([])
  })

  test.each(templates.filter((path) => read(path).includes('kind: Deployment')))(
    '%s runs its containers with restricted privileges',
    (path) => {
      const [deployment] = parseAllDocuments(rendered(path))
        .map((document) => document.toJS())
        .filter(({ kind }) => kind === 'Deployment')
      const { spec } = deployment.spec.template
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const container of spec.containers) {
        expect(container).toMatchObject({
          livenessProbe: expect.anything(),
          readinessProbe: expect.anything(),
          resources: expect.anything(),
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        })
      }
    },
  )

  test('waits longer than the portal takes to stop, whatever SHUTDOWN_DELAY_SECONDS is', () => {
    const portal = read('helm/foyer/templates/portal.yaml')
    const [, rest, setting] =
      /GracePeriodSeconds: \{\{ add (\d+) \(int \.Values\.settings\.(\w+)\) \}\}/.exec(portal) ?? []
    const before = Number(/command: \[sleep, '(\d+)'\]/.exec(portal)?.[1])
    expect(setting).toBe('SHUTDOWN_DELAY_SECONDS')
    expect(Number(rest)).toBeGreaterThan(before + 15)
  })

  test("the ingress's host has no port, and changed PgBouncer settings restart it", () => {
    expect(read('helm/foyer/templates/ingress.yaml')).not.toMatch(/urlParse[^}]*\)\.host /)
    expect(read('helm/foyer/templates/pgbouncer.yaml')).toContain(
      'checksum/settings: {{ toYaml .Values.pgbouncer | sha256sum }}',
    )
  })

  test("its PgBouncer is configured as the cluster's, except for addresses", () => {
    const own = iniOf(read('helm/foyer/templates/pgbouncer.yaml'))
    const { auth_file, default_pool_size, ...cluster } = iniOf(read('cluster/pgbouncer.ini'))
    const { foyer, ...shared } = cluster
    expect(own).toMatchObject(shared)
    expect(read('helm/foyer/templates/pgbouncer.yaml')).toContain(
      foyer?.replace(/.*connect_query/, 'connect_query'),
    )
  })
})

test('the systemd units start existing commands with existing settings', () => {
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

test('commands beside systemd get the settings of the unit', () => {
  const unit = read('systemd/foyer.service')
  const script = read('systemd/run.sh')
  const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  expect(script).toContain(`--uid=${settingOf('User')} --working-directory=${settingOf('WorkingDirectory')} `)
  expect(script).toContain(`--property=EnvironmentFile=${settingOf('EnvironmentFile')} `)
  const [folder] = settingOf('Environment').match(/DATA_DIR=\S+/) ?? []
  expect(script).toContain(`--setenv=${folder} `)
  expect(script).toContain(settingOf('ExecStart').split(' ')[0])
})

test("the systemd unit runs the project's Node, whatever version the machine has", () => {
  const node = /^ExecStart=\/opt\/foyer\/(\S+) /m.exec(read('systemd/foyer.service'))?.[1] ?? ''
  const version = execFileSync(join(DEPLOY, '..', node), ['-p', 'process.versions.node'], {
    encoding: 'utf8',
  })
  expect(version.trim()).toBe(read('../.nvmrc').trim())
})

test("instructions start programs with the project's Node, or the image's", () => {
  const files = [
    ...globSync('{deploy,docs}/**/*', { cwd: join(DEPLOY, '..') }),
    'README.md',
    'CONTRIBUTING.md',
  ]
  const starts = files
    .filter((path) => /\.(md|service|ya?ml|sh|cfg)$/.test(path) && !path.includes('decisions/'))
    .flatMap((path) => lines(`../${path}`).filter((line) => /\bnode (server|scripts|packages)\//.test(line)))
  expect(starts.length).toBeGreaterThan(3)
  expect(
    starts.filter(
      (line) => !/npx node|node_modules\/\.bin\/node|docker .*(exec|run) .*node|\.bin/.test(line),
    ),
  ).toEqual([])
})

test.each(['foyer', 'foyer-litestream'])('%s.service is sandboxed', (name) => {
  const unit = new Set(lines(`systemd/${name}.service`))
  const wanted = [
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'ProtectSystem=strict',
    'ProtectProc=invisible',
    'PrivateDevices=yes',
    'PrivateUsers=yes',
    'RestrictNamespaces=yes',
    'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
    'SystemCallArchitectures=native',
    'SystemCallFilter=@system-service',
    'SystemCallFilter=~@privileged @resources',
  ]
  expect(wanted.filter((line) => !unit.has(line))).toEqual([])
})

test("Litestream replicates the unit's database with existing settings", () => {
  const { dbs } = parse(read('litestream/litestream.yml'))
  expect(dbs[0].path).toBe('/var/lib/foyer/foyer.db')
  const used = [...read('litestream/litestream.yml').matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name)
  expect(used.filter((name) => !SETTINGS.includes(name))).toEqual([])
})
