import { runCommand, type Settings } from './product.ts'

/** `npm run backup`; returns the archive's path. */
export async function backUp(settings: Settings): Promise<string> {
  const { code, said } = await runCommand(['scripts/operate/backup.ts'], settings)
  const path = /^(.+\.zip) \(\d+ bytes\)$/m.exec(said)?.[1]
  if (code !== 0 || path === undefined) throw new Error(`the backup failed: ${said}`)
  return path
}

/** `npm run backup` of an instance with damaged files: the archive's path and the command's report. */
export async function backUpDamaged(settings: Settings): Promise<{ path: string; said: string }> {
  const { code, said } = await runCommand(['scripts/operate/backup.ts'], settings)
  const path = /^(.+\.zip) \(\d+ bytes\)$/m.exec(said)?.[1]
  if (code !== 3 || path === undefined) throw new Error(`the backup ended with ${code}: ${said}`)
  return { path, said }
}

/** `npm run restore`; returns its output. */
export async function restore(settings: Settings, archive: string): Promise<string> {
  const { code, said } = await runCommand(['scripts/operate/restore.ts', archive], settings)
  if (code !== 0) throw new Error(`the restore failed: ${said}`)
  return said
}

/** The same, killed before the given step; returns the step, or null if it completed. */
export async function restoreUntil(
  settings: Settings,
  archive: string,
  step: number,
): Promise<{ diedBefore: string | null; steps: number }> {
  const { code, said } = await runCommand(
    ['--import', './packages/drills/src/die-at.ts', 'scripts/operate/restore.ts', archive],
    { ...settings, DIE_AT: String(step) },
  )
  const diedBefore = /^died before (.+)$/m.exec(said)?.[1] ?? null
  if (diedBefore === null && code !== 0) throw new Error(`the restore failed: ${said}`)
  return { diedBefore, steps: Number(/^steps: (\d+)$/m.exec(said)?.[1] ?? step) }
}
