import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/files/temporary-folder.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** What `npm ci` would install in a fresh clone, given these variables. */
function installed(variables: NodeJS.ProcessEnv, args: string[] = []): string[] {
  const clone = temporaryFolder()
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(ROOT, file), join(clone, file))
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_config_|node_env$)/i.test(name))
  const output = execFileSync('npm', ['ci', '--dry-run', '--offline', ...args], {
    cwd: clone,
    encoding: 'utf8',
    env: { ...Object.fromEntries(own), ...variables },
  })
  return [...output.matchAll(/^add (\S+) /gm)].map(([, name = '']) => name)
}

test('npm ci installs what the demo and the tests need, even in a production environment', () => {
  const environment = {
    NODE_ENV: 'production',
    NPM_CONFIG_PRODUCTION: 'true',
    NPM_CONFIG_OMIT: 'dev',
    NPM_CONFIG_ONLY: 'prod',
  }
  expect(installed(environment)).toEqual(expect.arrayContaining(['express', 'vite', 'vitest', 'playwright']))
})

test('the image and the bill of materials leave development packages out', () => {
  const flags = ['--omit=dev', '--include=prod']
  const names = installed({}, flags)
  expect(names).toContain('express')
  expect(names).not.toContain('vite')
  for (const file of ['Dockerfile', 'package.json']) {
    const places = readFileSync(join(ROOT, file), 'utf8').matchAll(/npm (?:prune|sbom) (\S+ \S+)/g)
    expect(
      [...places].map(([, used]) => used),
      file,
    ).toEqual([flags.join(' ')])
  }
})
