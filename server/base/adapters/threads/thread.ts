import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../core/calls/errors.ts'
import type { Message } from './answer-tasks.ts'

interface ThreadSettings {
  /** A program that calls `answerTasks`. */
  program: URL
  timeLimitMs: number
  memoryLimitMb: number
  /** The error for a task that exceeds a limit. */
  tooMuch: () => Error
}

export interface Thread<Task, Result, Part> {
  /** Throws the task's error, or `tooMuch`. One task at a time: callers queue. */
  run: (task: Task, onPart?: (part: Part) => void) => Promise<Result>
}

const IDLE_MS = 60_000

/** A worker thread for heavy work. It starts with its first task, and ends when idle or after a failure. */
export function createThread<Task, Result, Part = never>(
  settings: ThreadSettings,
): Thread<Task, Result, Part> {
  const { program, timeLimitMs, memoryLimitMb, tooMuch } = settings
  let open: Worker | null = null
  let idle: NodeJS.Timeout | undefined

  const close = (worker: Worker): void => {
    if (open === worker) open = null
    void worker.terminate()
  }

  function start(): Worker {
    const worker = new Worker(program, {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb },
    })
    // If it ends between tasks, the next one starts another.
    worker.on('error', () => close(worker))
    worker.on('exit', () => close(worker))
    return worker
  }

  return {
    async run(task, onPart) {
      clearTimeout(idle)
      const worker = open ?? start()
      open = worker
      worker.ref()
      const limit = AbortSignal.timeout(timeLimitMs)
      try {
        const messages = on(worker, 'message', { signal: limit, close: ['exit'] })
        worker.postMessage(task)
        for await (const [message] of messages as AsyncIterable<[Message<Result, Part>]>) {
          if ('part' in message) onPart?.(message.part)
          else return resultOf(message)
        }
        throw new Error(`The thread ${program.pathname} ended without a result`)
      } catch (error) {
        if (error instanceof AppError) throw error
        close(worker)
        throw limit.aborted || isOutOfMemory(error) ? tooMuch() : error
      } finally {
        worker.unref()
        idle = setTimeout(() => close(worker), IDLE_MS).unref()
      }
    },
  }
}

function resultOf<Result>(message: Exclude<Message<Result, never>, { part: never }>): Result {
  if ('result' in message) return message.result
  if ('error' in message) throw message.error
  const { code, text, details } = message.refusal
  throw new AppError(code, text, details)
}

const isOutOfMemory = (error: unknown): boolean =>
  (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
