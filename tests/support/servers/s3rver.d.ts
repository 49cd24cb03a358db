declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http'

  /** Only what the tests use; the package has no types. */
  export default class S3rver {
    constructor(options: {
      silent: boolean
      directory: string
      vhostBuckets: boolean
      configureBuckets: { name: string; configs: string[] }[]
    })
    proxy: boolean
    configureBuckets(): Promise<unknown>
    callback(): RequestListener
  }
}
