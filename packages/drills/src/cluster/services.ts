import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'

const FOLDER = resolve('deploy/cluster')

/** The parts of a service in compose.yaml that apply to a process without a container. */
export interface Service {
  command: string[]
  environment: Record<string, string>
  mounts: [from: string, to: string][]
}

interface ComposeFile {
  services: Record<
    string,
    {
      command?: string[]
      environment?: Record<string, string>
      volumes?: string[]
      configs?: { source: string; target: string }[]
    }
  >
  configs?: Record<string, { content: string }>
}

/** The services of `deploy/cluster`, with volumes and generated settings in the folder. */
export function readServices(
  folder: string,
  variables: Record<string, string>,
  files: readonly string[] = ['compose.yaml'],
): Map<string, Service> {
  const services = new Map<string, Service>()
  for (const file of files) {
    const template = parse(readFileSync(join(FOLDER, file), 'utf8'), { merge: true })
    const compose: ComposeFile = JSON.parse(JSON.stringify(template), (_, value) =>
      typeof value === 'string' ? fill(value, variables) : value,
    )
    for (const [name, { command, environment, volumes = [], configs = [] }] of Object.entries(
      compose.services,
    )) {
      const before = services.get(name)
      services.set(name, {
        command: command ?? before?.command ?? [],
        environment: { ...before?.environment, ...environment },
        mounts: [
          ...(before?.mounts ?? []),
          ...volumes.map((line): [string, string] => {
            const [from = '', to = ''] = line.split(':')
            return [from.startsWith('./') ? join(FOLDER, from) : volumeIn(folder, from), to]
          }),
          ...configs.map(({ source, target }): [string, string] => {
            const path = join(folder, source)
            writeFileSync(path, compose.configs?.[source]?.content ?? '')
            return [path, target]
          }),
        ],
      })
    }
  }
  return services
}

export function volumeIn(folder: string, name: string): string {
  const path = join(folder, 'volumes', name)
  mkdirSync(path, { recursive: true })
  return path
}

/** Expands `${NAME}`, `${NAME:?why}` and `${NAME:-else}` like Compose. */
const fill = (text: string, variables: Record<string, string>): string =>
  text.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name: string, kind?: string, other?: string) => {
    const value = variables[name] ?? ''
    if (value === '' && kind === '?') throw new Error(`The cluster needs ${name}.`)
    return value === '' && kind === '-' ? (other ?? '') : value
  })
