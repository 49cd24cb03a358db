import { Agent, get, type IncomingMessage } from 'node:http'

/** One open screen; calls back with the time at which it receives each task change. */
export function openStream(
  url: string,
  cookie: string,
  onChange: (at: number) => void,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const address = `${url}/trpc/live.changes?input=${encodeURIComponent('{}')}`
    const request = get(address, { agent: new Agent(), headers: { cookie, accept: 'text/event-stream' } })
    request.on('error', reject)
    request.on('response', (response) => {
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        if (text.includes('serialized-error')) reject(new Error(`A stream was rejected: ${text}`))
        if (text.includes('"domains":[]')) resolve(response)
        else if (text.includes('"tasks"')) onChange(performance.now())
      })
    })
  })
}
