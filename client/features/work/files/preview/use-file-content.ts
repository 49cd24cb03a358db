import { useEffect, useState } from 'react'
import { fileAddress } from '#shared/work/files.ts'

type Content<Value> = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; value: Value }

/** The result of `read` for the file's bytes, cached forever because files never change. */
export function useFileContent<Value>(
  id: string,
  read: (response: Response) => Promise<Value>,
): Content<Value> {
  const [content, setContent] = useState<Content<Value>>({ state: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    setContent({ state: 'loading' })
    fetch(fileAddress(id), { signal: controller.signal })
      .then((response) => (response.ok ? read(response) : Promise.reject(new Error(response.statusText))))
      .then(
        (value) => !controller.signal.aborted && setContent({ state: 'ready', value }),
        () => !controller.signal.aborted && setContent({ state: 'failed' }),
      )
    return () => controller.abort()
  }, [id, read])
  return content
}
