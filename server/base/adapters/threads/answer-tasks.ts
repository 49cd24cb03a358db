import { parentPort } from 'node:worker_threads'
import type { ErrorCode, ErrorDetails } from '#shared/base/errors.ts'
import { AppError } from '../../core/calls/errors.ts'

/** What a thread posts: any parts first, then a result or an error. */
export type Message<Result, Part> =
  | { part: Part }
  | { result: Result }
  | { refusal: { code: ErrorCode; text: string; details: ErrorDetails } }
  | { error: unknown }

/** Runs in a worker thread: answers each task that `createThread` posts. Bytes are transferred, not copied. */
export function answerTasks<Task, Result, Part = never>(
  work: (task: Task, sendPart: (part: Part) => void) => Promise<Result>,
): void {
  const post = (message: Message<Result, Part>, transferred: ArrayBuffer[] = []): void =>
    parentPort?.postMessage(message, transferred)

  parentPort?.on('message', async (task: Task) => {
    try {
      const result = await work(task, (part) => post({ part }))
      post({ result }, result instanceof Uint8Array ? [result.buffer as ArrayBuffer] : [])
    } catch (error) {
      // Posting an error loses its class.
      if (error instanceof AppError) {
        post({ refusal: { code: error.code, text: error.message, details: error.details } })
      } else post({ error })
    }
  })
}
