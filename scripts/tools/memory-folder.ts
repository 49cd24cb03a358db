import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const ROOM_NEEDED = 4 * 1024 ** 3

/**
 * A folder in memory if there is enough, otherwise the usual one for temporary files: each test has its own database
 * and waits for the disk at every write.
 */
export function memoryFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ROOM_NEEDED ? MEMORY : tmpdir()
}
