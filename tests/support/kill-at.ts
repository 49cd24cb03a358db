import { beforeChanges } from './changes.ts'

// Loaded before a program: kills its process at the first change whose arguments name KILL_AT, right before
// a file is moved or removed and right after a child has started, which then lives on.
const kill = () => process.kill(process.pid, 'SIGKILL')

beforeChanges((name, args) => {
  if (!JSON.stringify(args.slice(0, 2)).includes(process.env.KILL_AT ?? '')) return undefined
  if (name === 'spawn') queueMicrotask(kill)
  else kill()
  return undefined
})
