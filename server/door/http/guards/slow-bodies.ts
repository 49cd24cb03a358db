import type { IncomingMessage, ServerResponse } from 'node:http'

const patient = new WeakSet<IncomingMessage>()

/**
 * Cuts requests whose body isn't complete in time, with status 408: clients that send a byte now and then must
 * not hold connections. `allowSlowBody` exempts a request for as long as its body makes progress.
 */
export function limitBody(req: IncomingMessage, res: ServerResponse, limitMs: number): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = req.headers
  if (encoding === undefined && !Number(length)) return
  let received = req.socket.bytesRead
  const timer = setInterval(() => {
    const before = received
    received = req.socket.bytesRead
    if (req.complete) clearInterval(timer)
    else if (!patient.has(req) || received === before) cut(req, res)
  }, limitMs).unref()
  for (const event of ['end', 'close']) req.once(event, () => clearInterval(timer))
}

/** For files that a permitted caller uploads: on a slow line, they take minutes. */
export const allowSlowBody = (req: IncomingMessage): void => void patient.add(req)

function cut(req: IncomingMessage, res: ServerResponse): void {
  if (res.headersSent) return void req.destroy()
  res.writeHead(408, { connection: 'close' }).end(() => req.destroy())
}
