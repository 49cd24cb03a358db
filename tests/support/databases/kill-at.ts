import { beforeChanges } from '../changes.ts'

// Preloaded into a program: kills its process at the first change whose arguments contain KILL_AT, right before a file
// is moved or removed, or right after a child process has started, which keeps running.
const kill = () => process.kill(process.pid, 'SIGKILL')

beforeChanges((name, args) => {
  if (!JSON.stringify(args.slice(0, 2)).includes(process.env.KILL_AT ?? '')) return undefined
  if (name === 'spawn') queueMicrotask(kill)
  else kill()
  return undefined
})
