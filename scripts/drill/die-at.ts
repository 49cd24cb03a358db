import childProcess from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import pg from 'pg'

/**
 * Loaded before a command: kills its process before the step of number `DIE_AT`. A step is whatever changes
 * files, starts another program or speaks to PostgreSQL, so that each state in between comes about.
 */
const dieAt = Number(process.env.DIE_AT)
let steps = 0

function step(name: string): void {
  if (++steps !== dieAt) return
  fs.writeSync(2, `died before ${name}, step ${steps}\n`)
  process.kill(process.pid, 'SIGKILL')
}

type Actions = Record<string, (...args: unknown[]) => unknown>

function count(holder: object, names: readonly string[], describe: (name: string, first: unknown) => string) {
  const actions = holder as Actions
  for (const name of names) {
    const act = actions[name]
    if (act === undefined) continue
    actions[name] = function (this: unknown, ...args: unknown[]) {
      step(describe(name, args[0]))
      return act.apply(this, args)
    }
  }
}

const lastName = (path: unknown): string => String(path).split('/').at(-1) ?? ''
const onFiles = (name: string, path: unknown) => `${name} ${lastName(path)}`
const CHANGES = ['rename', 'rm', 'unlink', 'link', 'copyFile', 'mkdir', 'writeFile', 'chmod']

count(fs.promises, CHANGES, onFiles)
count(
  fs,
  CHANGES.map((name) => `${name}Sync`),
  onFiles,
)
count(fs, ['createWriteStream'], onFiles)
count(childProcess, ['spawn'], onFiles)
count(pg.Client.prototype, ['query'], (name) => `${name} of PostgreSQL`)
syncBuiltinESMExports()
process.once('exit', () => fs.writeSync(2, `steps: ${steps}\n`))
