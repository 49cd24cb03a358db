import { createWorkQueue } from './work-queue.ts'

const queue = createWorkQueue({ of: 'exports', atOnce: 2, waiting: 20, perCaller: 2 })

/** Queues large exports: concurrent exports would slow the database down for everyone. */
export const exportInTurn = <Result>(
  { actor }: { actor: { userId: string } },
  work: () => Promise<Result>,
): Promise<Result> => queue.run(actor.userId, work)
