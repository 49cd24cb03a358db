import { runCommand, type Settings } from './product.ts'

/** `npm run backup`; returns where the archive is. */
export async function backUp(settings: Settings): Promise<string> {
  const { code, said } = await runCommand(['scripts/backup.ts'], settings)
  const path = /^(.+\.zip) \(\d+ bytes\)$/m.exec(said)?.[1]
  if (code !== 0 || path === undefined) throw new Error(`the backup failed: ${said}`)
  return path
}

/** `npm run restore`. */
export async function restore(settings: Settings, archive: string): Promise<void> {
  const { code, said } = await runCommand(['scripts/restore.ts', archive], settings)
  if (code !== 0) throw new Error(`the restore failed: ${said}`)
}

/** The same, killed before its step of that number; tells the step, or null where it came to its end. */
export async function restoreUntil(
  settings: Settings,
  archive: string,
  step: number,
): Promise<{ diedBefore: string | null; steps: number }> {
  const { code, said } = await runCommand(
    ['--import', './scripts/drill/die-at.ts', 'scripts/restore.ts', archive],
    { ...settings, DIE_AT: String(step) },
  )
  const diedBefore = /^died before (.+)$/m.exec(said)?.[1] ?? null
  if (diedBefore === null && code !== 0) throw new Error(`the restore failed: ${said}`)
  return { diedBefore, steps: Number(/^steps: (\d+)$/m.exec(said)?.[1] ?? step) }
}
