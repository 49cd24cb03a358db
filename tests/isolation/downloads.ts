import { extractText } from 'unpdf'
import yauzl from 'yauzl'

/** All text of a response, including PDF files and archives. */
export async function readDownload(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer())
  return `${response.headers.get('content-disposition') ?? ''} ${await textOf(bytes)}`
}

async function textOf(bytes: Buffer): Promise<string> {
  if (bytes.subarray(0, 5).toString() === '%PDF-') {
    return (await extractText(new Uint8Array(bytes), { mergePages: true })).text
  }
  if (bytes.subarray(0, 2).toString() === 'PK') return readZip(bytes)
  // Calendar files fold long lines.
  return bytes.toString('utf8').replaceAll('\r\n ', '')
}

async function readZip(bytes: Buffer): Promise<string> {
  const zip = await yauzl.fromBufferPromise(bytes)
  let text = ''
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry)
    text += ` ${entry.fileName} ${Buffer.concat(await stream.toArray())}`
  }
  return text
}
