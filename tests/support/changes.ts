import { syncBuiltinESMExports } from 'node:module'

type Module = Record<string, (...args: unknown[]) => unknown>

const files = process.getBuiltinModule('node:fs').promises as unknown as Module
const children = process.getBuiltinModule('node:child_process') as unknown as Module

type Before = (name: string, args: readonly unknown[]) => Promise<never> | undefined

/** Calls `before` ahead of every rename, removal or start of a child process; the result undoes this. */
export function beforeChanges(before: Before): () => void {
  const undo = [
    ...['rename', 'link', 'rm', 'copyFile'].map((name) => wrap(files, name, before)),
    wrap(children, 'spawn', before),
  ]
  syncBuiltinESMExports()
  return () => {
    for (const step of undo) step()
    syncBuiltinESMExports()
  }
}

function wrap(module: Module, name: string, before: Before): () => void {
  const original = module[name] as Module[string]
  module[name] = (...args) => before(name, args) ?? original(...args)
  return () => {
    module[name] = original
  }
}

/** Executes the work up to its nth change, like a kill; true if it completed. */
export async function upToChange(point: number, work: () => Promise<unknown>): Promise<boolean> {
  const { promise: reached, resolve } = Promise.withResolvers<false>()
  let count = 0
  const undo = beforeChanges(() => {
    count += 1
    if (count < point) return undefined
    resolve(false)
    return new Promise<never>(() => {})
  })
  try {
    return await Promise.race([reached, work().then(() => true)])
  } finally {
    undo()
  }
}
