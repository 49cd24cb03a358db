import { extractText } from 'unpdf'
import yauzl from 'yauzl'

/** Everything a response says, also inside PDF files and archives, as one text. */
export async function readDownload(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer())
  return `${response.headers.get('content-disposition') ?? ''} ${await textOf(bytes)}`
}

async function textOf(bytes: Buffer): Promise<string> {
  if (bytes.subarray(0, 5).toString() === '%PDF-') {
    return (await extractText(new Uint8Array(bytes), { mergePages: true })).text
  }
  if (bytes.subarray(0, 2).toString() === 'PK') return readZip(bytes)
  // Calendars fold long lines.
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
