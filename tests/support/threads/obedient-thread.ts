import { answerTasks } from '#server/base/adapters/threads/answer-tasks.ts'
import { AppError } from '#server/base/core/calls/errors.ts'

let answered = 0

/** Does what its task says, and counts its responses. */
answerTasks<string, number | Uint8Array, string>(async (task, sendPart) => {
  if (task === 'refuse') throw new AppError('BAD_REQUEST', 'No', { reason: 'busy' })
  if (task === 'fail') throw new Error('failed')
  if (task === 'exit') process.exit(1)
  if (task === 'wait') await new Promise(() => setInterval(() => {}, 1000))
  if (task === 'fill') for (const texts: string[] = []; ; ) texts.push('x'.repeat(1000) + texts.length)
  if (task === 'bytes') return Uint8Array.of(1, 2, 3)
  if (task === 'parts') for (const part of ['a', 'b', 'c']) sendPart(part)
  return ++answered
})
